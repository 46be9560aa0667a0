/**
 * The content model of FatturaPA 1.2.3 (Schema_VFPR12), as a table: the first row has the roots,
 * the second all other global elements where they matter, each further one a type, numbered from
 * 0. See `schema.ts` for the form.
 */
export const FATTURAPA_1_2_3 = String.raw`
p:FatturaElettronica>0

FatturaElettronicaHeader>1 FatturaElettronicaBody+>58 ds:Signature?>129 @versione!>string{5,5}[FPA12,FPR12] @SistemaEmittente>#7
DatiTrasmissione>2 CedentePrestatore>19 RappresentanteFiscale?>50 CessionarioCommittente>52 TerzoIntermediarioOSoggettoEmittente?>55 SoggettoEmittente?>57
IdTrasmittente>3 ProgressivoInvio>8 FormatoTrasmissione>9 CodiceDestinatario>11 ContattiTrasmittente?>12 PECDestinatario?>18
IdPaese>5 IdCodice>6
:{"base":"string","patterns":["^(?:[A-Z]{2})$"]}
=#4
=string{1,28}
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,10}))$"]}
=#7
=string{5,5}[FPA12,FPR12]
:{"base":"string","patterns":["^(?:[A-Z0-9]{6,7})$"]}
=#10
Telefono?>14 Email?>16
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{5,12}))$"]}
=#13
:{"base":"string","least":7,"most":256,"patterns":["^(?:[^\\n\\r]+@[^\\n\\r]+[.]+[^\\n\\r]+)$"]}
=#15
:{"base":"token","most":256,"patterns":["^(?:([!#-'*+/-9=?A-Z^-~-]+(\\.[!#-'*+/-9=?A-Z^-~-]+)*|\"(\\[\\]!#-[^-~ \\t]|(\\\\[\\t -~]))+\")@([!#-'*+/-9=?A-Z^-~-]+(\\.[!#-'*+/-9=?A-Z^-~-]+)*|\\[[\\t -Z^-~]*\\]))$"]}
=#17
DatiAnagrafici>20 Sede>35 StabileOrganizzazione?>35 IscrizioneREA?>42 Contatti?>49 RiferimentoAmministrazione?>44
IdFiscaleIVA>3 CodiceFiscale?>22 Anagrafica>23 AlboProfessionale?>27 ProvinciaAlbo?>5 NumeroIscrizioneAlbo?>32 DataIscrizioneAlbo?>33 RegimeFiscale>34
:{"base":"string","patterns":["^(?:[A-Z0-9]{11,16})$"]}
=#21
(Denominazione>25|Nome>27 Cognome>27) Titolo?>29 CodEORI?>30
:{"base":"normalizedString","patterns":["^(?:[\\u{0}-\\u{7F}\\u{80}-\\u{FF}]{1,80})$"]}
=#24
:{"base":"normalizedString","patterns":["^(?:[\\u{0}-\\u{7F}\\u{80}-\\u{FF}]{1,60})$"]}
=#26
:{"base":"normalizedString","space":"collapse","patterns":["^(?:([\\u{0}-\\u{7F}]{2,10}))$"]}
=#28
=string{13,17}
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,60}))$"]}
=#31
=date
=string{4,4}[RF01,RF02,RF04,RF05,RF06,RF07,RF08,RF09,RF10,RF11,RF12,RF13,RF14,RF15,RF16,RF17,RF18,RF19,RF20]
Indirizzo>27 NumeroCivico?>37 CAP>39 Comune>27 Provincia?>5 Nazione>41
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,8}))$"]}
=#36
:{"base":"string","patterns":["^(?:[0-9][0-9][0-9][0-9][0-9])$"]}
=#38
:{"base":"string","patterns":["^(?:[A-Z]{2})$"],"mayBeEmpty":true}
=#40
Ufficio>5 NumeroREA>44 CapitaleSociale?>46 SocioUnico?>47 StatoLiquidazione>48
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,20}))$"]}
=#43
:{"base":"decimal","patterns":["^(?:[\\-]?[0-9]{1,11}\\.[0-9]{2})$"]}
=#45
=string[SU,SM]
=string[LS,LN]
Telefono?>14 Fax?>14 Email?>16
DatiAnagrafici>51
IdFiscaleIVA>3 CodiceFiscale?>22 Anagrafica>23
DatiAnagrafici>53 Sede>35 StabileOrganizzazione?>35 RappresentanteFiscale?>54
IdFiscaleIVA?>3 CodiceFiscale?>22 Anagrafica>23
IdFiscaleIVA>3 (Denominazione>25|Nome>27 Cognome>27)
DatiAnagrafici>56
IdFiscaleIVA?>3 CodiceFiscale?>22 Anagrafica>23
=string{2,2}[CC,TZ]
DatiGenerali>59 DatiBeniServizi>100 DatiVeicoli?>114 DatiPagamento*>115 Allegati*>127
DatiGeneraliDocumento>60 DatiOrdineAcquisto*>83 DatiContratto*>83 DatiConvenzione*>83 DatiRicezione*>83 DatiFattureCollegate*>83 DatiSAL*>90 DatiDDT*>93 DatiTrasporto?>94 FatturaPrincipale?>99
TipoDocumento>61 Divisa>63 Data>65 Numero>44 DatiRitenuta*>66 DatiBollo?>71 DatiCassaPrevidenziale*>73 ScontoMaggiorazione*>77 ImportoTotaleDocumento?>46 Arrotondamento?>46 Causale*>82 Art73?>75
=string{4,4}[TD01,TD02,TD03,TD04,TD05,TD06,TD16,TD17,TD18,TD19,TD20,TD21,TD22,TD23,TD24,TD25,TD26,TD27,TD28,TD29]
:{"base":"string","patterns":["^(?:[A-Z]{3})$"]}
=#62
:{"base":"date","from":"1970-01-01"}
=#64
TipoRitenuta>67 ImportoRitenuta>46 AliquotaRitenuta>69 CausalePagamento>70
=string{4,4}[RT01,RT02,RT03,RT04,RT05,RT06]
:{"base":"decimal","to":"100.00","patterns":["^(?:[0-9]{1,3}\\.[0-9]{2})$"]}
=#68
=string[A,B,C,D,E,G,H,I,L,M,N,O,P,Q,R,S,T,U,V,W,X,Y,Z,L1,M1,M2,O1,V1,ZO]
BolloVirtuale>72 ImportoBollo?>46
=string[SI]
TipoCassa>74 AlCassa>69 ImportoContributoCassa>46 ImponibileCassa?>46 AliquotaIVA>69 Ritenuta?>75 Natura?>76 RiferimentoAmministrazione?>44
=string{4,4}[TC01,TC02,TC03,TC04,TC05,TC06,TC07,TC08,TC09,TC10,TC11,TC12,TC13,TC14,TC15,TC16,TC17,TC18,TC19,TC20,TC21,TC22]
=string{2,2}[SI]
=string[N1,N2,N2.1,N2.2,N3,N3.1,N3.2,N3.3,N3.4,N3.5,N3.6,N4,N5,N6,N6.1,N6.2,N6.3,N6.4,N6.5,N6.6,N6.7,N6.8,N6.9,N7]
Tipo>78 Percentuale?>69 Importo?>80
=string{2,2}[SC,MG]
:{"base":"decimal","patterns":["^(?:[\\-]?[0-9]{1,11}\\.[0-9]{2,8})$"]}
=#79
:{"base":"normalizedString","patterns":["^(?:[\\u{0}-\\u{7F}\\u{80}-\\u{FF}]{1,200})$"]}
=#81
RiferimentoNumeroLinea*>85 IdDocumento>44 Data?>33 NumItem?>44 CodiceCommessaConvenzione?>87 CodiceCUP?>89 CodiceCIG?>89
:{"base":"integer","from":"1","to":"9999"}
=#84
:{"base":"normalizedString","patterns":["^(?:[\\u{0}-\\u{7F}\\u{80}-\\u{FF}]{1,100})$"]}
=#86
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,15}))$"]}
=#88
RiferimentoFase>92
:{"base":"integer","from":"1","to":"999"}
=#91
NumeroDDT>44 DataDDT>33 RiferimentoNumeroLinea*>85
DatiAnagraficiVettore?>95 MezzoTrasporto?>25 CausaleTrasporto?>87 NumeroColli?>85 Descrizione?>87 UnitaMisuraPeso?>8 PesoLordo?>97 PesoNetto?>97 DataOraRitiro?>98 DataInizioTrasporto?>33 TipoResa?>63 IndirizzoResa?>35 DataOraConsegna?>98
IdFiscaleIVA>3 CodiceFiscale?>22 Anagrafica>23 NumeroLicenzaGuida?>44
:{"base":"decimal","patterns":["^(?:[0-9]{1,4}\\.[0-9]{1,2})$"]}
=#96
=dateTime
NumeroFatturaPrincipale>44 DataFatturaPrincipale>33
DettaglioLinee+>101 DatiRiepilogo+>112
NumeroLinea>85 TipoCessionePrestazione?>102 CodiceArticolo*>103 Descrizione>108 Quantita?>110 UnitaMisura?>8 DataInizioPeriodo?>33 DataFinePeriodo?>33 PrezzoUnitario>80 ScontoMaggiorazione*>77 PrezzoTotale>80 AliquotaIVA>69 Ritenuta?>75 Natura?>76 RiferimentoAmministrazione?>44 AltriDatiGestionali*>111
=string{2,2}[SC,PR,AB,AC]
CodiceTipo>105 CodiceValore>106
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,35}))$"]}
=#104
=normalizedString{1,35}
:{"base":"normalizedString","patterns":["^(?:[\\u{0}-\\u{7F}\\u{80}-\\u{FF}]{1,1000})$"]}
=#107
:{"base":"decimal","patterns":["^(?:[0-9]{1,12}\\.[0-9]{2,8})$"]}
=#109
TipoDato>8 RiferimentoTesto?>27 RiferimentoNumero?>80 RiferimentoData?>33
AliquotaIVA>69 Natura?>76 SpeseAccessorie?>46 Arrotondamento?>80 ImponibileImporto>46 Imposta>46 EsigibilitaIVA?>113 RiferimentoNormativo?>87
=string{1,1}[D,I,S]
Data>33 TotalePercorso>89
CondizioniPagamento>116 DettaglioPagamento+>117
=string{4,4}[TP01,TP02,TP03]
Beneficiario?>82 ModalitaPagamento>118 DataRiferimentoTerminiPagamento?>33 GiorniTerminiPagamento?>120 DataScadenzaPagamento?>33 ImportoPagamento>46 CodUfficioPostale?>44 CognomeQuietanzante?>27 NomeQuietanzante?>27 CFQuietanzante?>122 TitoloQuietanzante?>29 IstitutoFinanziario?>25 IBAN?>124 ABI?>39 CAB?>39 BIC?>126 ScontoPagamentoAnticipato?>46 DataLimitePagamentoAnticipato?>33 PenalitaPagamentiRitardati?>46 DataDecorrenzaPenale?>33 CodicePagamento?>32
=string{4,4}[MP01,MP02,MP03,MP04,MP05,MP06,MP07,MP08,MP09,MP10,MP11,MP12,MP13,MP14,MP15,MP16,MP17,MP18,MP19,MP20,MP21,MP22,MP23]
:{"base":"integer","from":"0","to":"999"}
=#119
:{"base":"string","patterns":["^(?:[A-Z0-9]{16})$"]}
=#121
:{"base":"string","patterns":["^(?:[a-zA-Z]{2}[0-9]{2}[a-zA-Z0-9]{11,30})$"]}
=#123
:{"base":"string","patterns":["^(?:[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3}){0,1})$"]}
=#125
NomeAttachment>27 AlgoritmoCompressione?>8 FormatoAttachment?>8 DescrizioneAttachment?>87 Attachment>128
=base64Binary
~
`
