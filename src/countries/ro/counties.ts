/**
 * A Romanian county: ISO 3166-2:RO code without `RO-`, name without diacritics, and the first two
 * digits of its postal codes.
 */
export interface County {
  readonly code: string
  readonly name: string
  readonly postalPrefixes: readonly string[]
}

/** Bucharest has one prefix for each sector, in order: 01 is sector 1. */
export const BUCHAREST: County = { code: 'B', name: 'Bucuresti', postalPrefixes: ['01', '02', '03', '04', '05', '06'] }

const table = `
AB 51 Alba
AG 11 Arges
AR 31 Arad
BC 60 Bacau
BH 41 Bihor
BN 42 Bistrita-Nasaud
BR 81 Braila
BT 71 Botosani
BV 50 Brasov
BZ 12 Buzau
CJ 40 Cluj
CL 91 Calarasi
CS 32 Caras-Severin
CT 90 Constanta
CV 52 Covasna
DB 13 Dambovita
DJ 20 Dolj
GJ 21 Gorj
GL 80 Galati
GR 08 Giurgiu
HD 33 Hunedoara
HR 53 Harghita
IF 07 Ilfov
IL 92 Ialomita
IS 70 Iasi
MH 22 Mehedinti
MM 43 Maramures
MS 54 Mures
NT 61 Neamt
OT 23 Olt
PH 10 Prahova
SB 55 Sibiu
SJ 45 Salaj
SM 44 Satu Mare
SV 72 Suceava
TL 82 Tulcea
TM 30 Timis
TR 14 Teleorman
VL 24 Valcea
VN 62 Vrancea
VS 73 Vaslui`

/** ISO 3166-2:RO and the post office's numbering of 2003. */
export const COUNTIES: readonly County[] = [
  BUCHAREST,
  ...table
    .trim()
    .split('\n')
    .map((row) => {
      const [code = '', prefix = '', ...name] = row.split(' ')
      return { code, name: name.join(' '), postalPrefixes: [prefix] }
    }),
]
