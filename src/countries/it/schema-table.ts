/**
 * The content model of FatturaPA 1.2.3 (Schema_VFPR12), as a table: the first row has the roots,
 * the second all other global elements where they matter, each further one a type, numbered from
 * 0. See `schema.ts` for the form.
 */
export const FATTURAPA_1_2_3 = String.raw`
p:FatturaElettronica>0

FatturaElettronicaHeader>1 FatturaElettronicaBody+>56 ds:Signature?>127 @versione!>string{5,5}[FPA12,FPR12] @SistemaEmittente>#7
DatiTrasmissione>2 CedentePrestatore>19 RappresentanteFiscale?>48 CessionarioCommittente>50 TerzoIntermediarioOSoggettoEmittente?>53 SoggettoEmittente?>55
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
DatiAnagrafici>20 Sede>35 StabileOrganizzazione?>35 IscrizioneREA?>40 Contatti?>47 RiferimentoAmministrazione?>42
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
Indirizzo>27 NumeroCivico?>37 CAP>39 Comune>27 Provincia?>5 Nazione>5
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,8}))$"]}
=#36
:{"base":"string","patterns":["^(?:[0-9][0-9][0-9][0-9][0-9])$"]}
=#38
Ufficio>5 NumeroREA>42 CapitaleSociale?>44 SocioUnico?>45 StatoLiquidazione>46
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,20}))$"]}
=#41
:{"base":"decimal","patterns":["^(?:[\\-]?[0-9]{1,11}\\.[0-9]{2})$"]}
=#43
=string[SU,SM]
=string[LS,LN]
Telefono?>14 Fax?>14 Email?>16
DatiAnagrafici>49
IdFiscaleIVA>3 CodiceFiscale?>22 Anagrafica>23
DatiAnagrafici>51 Sede>35 StabileOrganizzazione?>35 RappresentanteFiscale?>52
IdFiscaleIVA?>3 CodiceFiscale?>22 Anagrafica>23
IdFiscaleIVA>3 (Denominazione>25|Nome>27 Cognome>27)
DatiAnagrafici>54
IdFiscaleIVA?>3 CodiceFiscale?>22 Anagrafica>23
=string{2,2}[CC,TZ]
DatiGenerali>57 DatiBeniServizi>98 DatiVeicoli?>112 DatiPagamento*>113 Allegati*>125
DatiGeneraliDocumento>58 DatiOrdineAcquisto*>81 DatiContratto*>81 DatiConvenzione*>81 DatiRicezione*>81 DatiFattureCollegate*>81 DatiSAL*>88 DatiDDT*>91 DatiTrasporto?>92 FatturaPrincipale?>97
TipoDocumento>59 Divisa>61 Data>63 Numero>42 DatiRitenuta*>64 DatiBollo?>69 DatiCassaPrevidenziale*>71 ScontoMaggiorazione*>75 ImportoTotaleDocumento?>44 Arrotondamento?>44 Causale*>80 Art73?>73
=string{4,4}[TD01,TD02,TD03,TD04,TD05,TD06,TD16,TD17,TD18,TD19,TD20,TD21,TD22,TD23,TD24,TD25,TD26,TD27,TD28,TD29]
:{"base":"string","patterns":["^(?:[A-Z]{3})$"]}
=#60
:{"base":"date","from":"1970-01-01"}
=#62
TipoRitenuta>65 ImportoRitenuta>44 AliquotaRitenuta>67 CausalePagamento>68
=string{4,4}[RT01,RT02,RT03,RT04,RT05,RT06]
:{"base":"decimal","to":"100.00","patterns":["^(?:[0-9]{1,3}\\.[0-9]{2})$"]}
=#66
=string[A,B,C,D,E,G,H,I,L,M,N,O,P,Q,R,S,T,U,V,W,X,Y,Z,L1,M1,M2,O1,V1,ZO]
BolloVirtuale>70 ImportoBollo?>44
=string[SI]
TipoCassa>72 AlCassa>67 ImportoContributoCassa>44 ImponibileCassa?>44 AliquotaIVA>67 Ritenuta?>73 Natura?>74 RiferimentoAmministrazione?>42
=string{4,4}[TC01,TC02,TC03,TC04,TC05,TC06,TC07,TC08,TC09,TC10,TC11,TC12,TC13,TC14,TC15,TC16,TC17,TC18,TC19,TC20,TC21,TC22]
=string{2,2}[SI]
=string[N1,N2,N2.1,N2.2,N3,N3.1,N3.2,N3.3,N3.4,N3.5,N3.6,N4,N5,N6,N6.1,N6.2,N6.3,N6.4,N6.5,N6.6,N6.7,N6.8,N6.9,N7]
Tipo>76 Percentuale?>67 Importo?>78
=string{2,2}[SC,MG]
:{"base":"decimal","patterns":["^(?:[\\-]?[0-9]{1,11}\\.[0-9]{2,8})$"]}
=#77
:{"base":"normalizedString","patterns":["^(?:[\\u{0}-\\u{7F}\\u{80}-\\u{FF}]{1,200})$"]}
=#79
RiferimentoNumeroLinea*>83 IdDocumento>42 Data?>33 NumItem?>42 CodiceCommessaConvenzione?>85 CodiceCUP?>87 CodiceCIG?>87
:{"base":"integer","from":"1","to":"9999"}
=#82
:{"base":"normalizedString","patterns":["^(?:[\\u{0}-\\u{7F}\\u{80}-\\u{FF}]{1,100})$"]}
=#84
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,15}))$"]}
=#86
RiferimentoFase>90
:{"base":"integer","from":"1","to":"999"}
=#89
NumeroDDT>42 DataDDT>33 RiferimentoNumeroLinea*>83
DatiAnagraficiVettore?>93 MezzoTrasporto?>25 CausaleTrasporto?>85 NumeroColli?>83 Descrizione?>85 UnitaMisuraPeso?>8 PesoLordo?>95 PesoNetto?>95 DataOraRitiro?>96 DataInizioTrasporto?>33 TipoResa?>61 IndirizzoResa?>35 DataOraConsegna?>96
IdFiscaleIVA>3 CodiceFiscale?>22 Anagrafica>23 NumeroLicenzaGuida?>42
:{"base":"decimal","patterns":["^(?:[0-9]{1,4}\\.[0-9]{1,2})$"]}
=#94
=dateTime
NumeroFatturaPrincipale>42 DataFatturaPrincipale>33
DettaglioLinee+>99 DatiRiepilogo+>110
NumeroLinea>83 TipoCessionePrestazione?>100 CodiceArticolo*>101 Descrizione>106 Quantita?>108 UnitaMisura?>8 DataInizioPeriodo?>33 DataFinePeriodo?>33 PrezzoUnitario>78 ScontoMaggiorazione*>75 PrezzoTotale>78 AliquotaIVA>67 Ritenuta?>73 Natura?>74 RiferimentoAmministrazione?>42 AltriDatiGestionali*>109
=string{2,2}[SC,PR,AB,AC]
CodiceTipo>103 CodiceValore>104
:{"base":"normalizedString","patterns":["^(?:([\\u{0}-\\u{7F}]{1,35}))$"]}
=#102
=normalizedString{1,35}
:{"base":"normalizedString","patterns":["^(?:[\\u{0}-\\u{7F}\\u{80}-\\u{FF}]{1,1000})$"]}
=#105
:{"base":"decimal","patterns":["^(?:[0-9]{1,12}\\.[0-9]{2,8})$"]}
=#107
TipoDato>8 RiferimentoTesto?>27 RiferimentoNumero?>78 RiferimentoData?>33
AliquotaIVA>67 Natura?>74 SpeseAccessorie?>44 Arrotondamento?>78 ImponibileImporto>44 Imposta>44 EsigibilitaIVA?>111 RiferimentoNormativo?>85
=string{1,1}[D,I,S]
Data>33 TotalePercorso>87
CondizioniPagamento>114 DettaglioPagamento+>115
=string{4,4}[TP01,TP02,TP03]
Beneficiario?>80 ModalitaPagamento>116 DataRiferimentoTerminiPagamento?>33 GiorniTerminiPagamento?>118 DataScadenzaPagamento?>33 ImportoPagamento>44 CodUfficioPostale?>42 CognomeQuietanzante?>27 NomeQuietanzante?>27 CFQuietanzante?>120 TitoloQuietanzante?>29 IstitutoFinanziario?>25 IBAN?>122 ABI?>39 CAB?>39 BIC?>124 ScontoPagamentoAnticipato?>44 DataLimitePagamentoAnticipato?>33 PenalitaPagamentiRitardati?>44 DataDecorrenzaPenale?>33 CodicePagamento?>32
=string{4,4}[MP01,MP02,MP03,MP04,MP05,MP06,MP07,MP08,MP09,MP10,MP11,MP12,MP13,MP14,MP15,MP16,MP17,MP18,MP19,MP20,MP21,MP22,MP23]
:{"base":"integer","from":"0","to":"999"}
=#117
:{"base":"string","patterns":["^(?:[A-Z0-9]{16})$"]}
=#119
:{"base":"string","patterns":["^(?:[a-zA-Z]{2}[0-9]{2}[a-zA-Z0-9]{11,30})$"]}
=#121
:{"base":"string","patterns":["^(?:[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3}){0,1})$"]}
=#123
NomeAttachment>27 AlgoritmoCompressione?>8 FormatoAttachment?>8 DescrizioneAttachment?>85 Attachment>126
=base64Binary
~
`
