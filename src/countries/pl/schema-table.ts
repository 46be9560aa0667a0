/**
 * The content model of FA(3), edition 1-0E, as a table: the first row has the roots, the second
 * all other global elements where they matter, each further one a type, numbered from 0. See
 * `schema.ts` for the form.
 */
export const FA_3_1_0E = String.raw`
fa:Faktura>0

fa:Naglowek>1 fa:Podmiot1>8 fa:Podmiot2>23 fa:Podmiot3{0,100}>34 fa:PodmiotUpowazniony?>42 fa:Fa>45 fa:Stopka?>115 fa:Zalacznik?>124
fa:KodFormularza>2 fa:WariantFormularza>4 fa:DataWytworzeniaFa>6 fa:SystemInfo?>7
=string[FA] kodSystemowy!>string=FA~(3) wersjaSchemy!>string=1-0E
:{"base":"integer","from":"-128","to":"127","values":["3"]}
=#3
:{"base":"dateTime","from":"2025-09-01T00:00:00Z","to":"2050-01-01T23:59:59Z"}
=#5
=token{1,256}
fa:PrefiksPodatnika?>9 fa:NrEORI?>7 fa:DaneIdentyfikacyjne>10 fa:Adres>14 fa:AdresKoresp?>17 fa:DaneKontaktowe{0,3}>18 fa:StatusInfoPodatnika?>22
=normalizedString[AT,BE,BG,CY,CZ,DK,EE,FI,FR,DE,EL,HR,HU,IE,IT,LV,LT,LU,MT,NL,PL,PT,RO,SK,SI,ES,SE,XI]
fa:NIP>12 fa:Nazwa>13
:{"base":"string","patterns":["^(?:[1-9]((\\p{Nd}[1-9])|([1-9]\\p{Nd}))\\p{Nd}{7})$"]}
=#11
=token{1,512}
fa:KodKraju>15 fa:AdresL1>13 fa:AdresL2?>13 fa:GLN?>16
=normalizedString[AF,AX,AL,DZ,AD,AO,AI,AQ,AG,AN,SA,AR,AM,AW,AU,AT,AZ,BS,BH,BD,BB,BE,BZ,BJ,BM,BT,BY,BO,BQ,BA,BW,BR,BN,IO,BG,BF,BI,XC,CL,CN,HR,CW,CY,TD,ME,DK,DM,DO,DJ,EG,EC,ER,EE,ET,FK,FJ,PH,FI,FR,TF,GA,GM,GH,GI,GR,GD,GL,GE,GU,GG,GY,GF,GP,GT,GN,GQ,GW,HT,ES,HN,HK,IN,ID,IQ,IR,IE,IS,IL,JM,JP,YE,JE,JO,KY,KH,CM,CA,QA,KZ,KE,KG,KI,CO,KM,CG,CD,KP,XK,CR,CU,KW,LA,LS,LB,LR,LY,LI,LT,LV,LU,MK,MG,YT,MO,MW,MV,MY,ML,MT,MP,MA,MQ,MR,MU,MX,XL,FM,UM,MD,MC,MN,MS,MZ,MM,NA,NR,NP,NL,DE,NE,NG,NI,NU,NF,NO,NC,NZ,PS,OM,PK,PW,PA,PG,PY,PE,PN,PF,PL,GS,PT,PR,CF,CZ,KR,ZA,RE,RU,RO,RW,EH,BL,KN,LC,MF,VC,SV,WS,AS,SM,SN,RS,SC,SL,SG,SK,SI,SO,LK,PM,US,SZ,SD,SS,SR,SJ,SH,SY,CH,SE,TJ,TH,TW,TZ,TG,TK,TO,TT,TN,TR,TM,TV,UG,UA,UY,UZ,VU,WF,VA,HU,VE,GB,VN,IT,TL,CI,BV,CX,IM,SX,CK,VI,VG,HM,CC,MH,FO,SB,ST,TC,ZM,CV,ZW,AE,XI]
=token{1,13}
fa:KodKraju>15 fa:AdresL1>13 fa:AdresL2?>13 fa:GLN?>16
(fa:Email?>20 fa:Telefon?>21)?
:{"base":"token","least":3,"most":255,"patterns":["^(?:([^\\n\\r])+@([^\\n\\r])+)$"]}
=#19
=token{1,16}
=integer[1,2,3,4]
fa:NrEORI?>7 fa:DaneIdentyfikacyjne>24 fa:Adres?>14 fa:AdresKoresp?>14 fa:DaneKontaktowe{0,3}>31 fa:NrKlienta?>7 fa:IDNabywcy?>32 fa:JST>33 fa:GV>33
(fa:NIP>12|fa:KodUE>9 fa:NrVatUE>26|fa:KodKraju?>15 fa:NrID>28|fa:BrakID>30) (fa:Nazwa>13)?
:{"base":"string","patterns":["^(?:(\\p{Nd}|[A-Z]|\\+|\\*){1,12})$"]}
=#25
:{"base":"string","space":"replace","least":1,"most":50}
=#27
:{"base":"integer","from":"-128","to":"127","values":["1"]}
=#29
(fa:Email?>20 fa:Telefon?>21)?
=token{1,32}
=integer[1,2]
fa:IDNabywcy?>32 fa:NrEORI?>7 fa:DaneIdentyfikacyjne>35 fa:Adres?>14 fa:AdresKoresp?>14 fa:DaneKontaktowe{0,3}>38 (fa:Rola>39|fa:RolaInna>30 fa:OpisRoli>7) fa:Udzial?>41 fa:NrKlienta?>7
(fa:NIP>12|fa:IDWew>37|fa:KodUE>9 fa:NrVatUE>26|fa:KodKraju?>15 fa:NrID>28|fa:BrakID>30) (fa:Nazwa>13)?
:{"base":"token","least":1,"most":20,"patterns":["^(?:[1-9]((\\p{Nd}[1-9])|([1-9]\\p{Nd}))\\p{Nd}{7}-\\p{Nd}{5})$"]}
=#36
fa:Email?>20 fa:Telefon?>21
=integer[1,2,3,4,5,6,7,8,9,10,11]
:{"base":"decimal","digits":9,"decimals":6,"from":"0","to":"100"}
=#40
fa:NrEORI?>7 fa:DaneIdentyfikacyjne>10 fa:Adres>14 fa:AdresKoresp?>14 fa:DaneKontaktowe{0,3}>43 fa:RolaPU>44
fa:EmailPU?>20 fa:TelefonPU?>21
=integer[1,2,3]
fa:KodWaluty>46 fa:P_1>48 fa:P_1M?>7 fa:P_2>7 fa:WZ{0,1000}>7 (fa:P_6>48|fa:OkresFa>49)? (fa:P_13_1>51 fa:P_14_1>51 fa:P_14_1W?>51)? (fa:P_13_2>51 fa:P_14_2>51 fa:P_14_2W?>51)? (fa:P_13_3>51 fa:P_14_3>51 fa:P_14_3W?>51)? (fa:P_13_4>51 fa:P_14_4>51 fa:P_14_4W?>51)? (fa:P_13_5>51 fa:P_14_5?>51)? fa:P_13_6_1?>51 fa:P_13_6_2?>51 fa:P_13_6_3?>51 fa:P_13_7?>51 fa:P_13_8?>51 fa:P_13_9?>51 fa:P_13_10?>51 fa:P_13_11?>51 fa:P_15>51 fa:KursWalutyZ?>53 fa:Adnotacje>54 fa:RodzajFaktury>63 (fa:PrzyczynaKorekty?>7 fa:TypKorekty?>44 fa:DaneFaKorygowanej{1,50000}>64 fa:OkresFaKorygowanej?>7 fa:NrFaKorygowany?>7 fa:Podmiot1K?>67 fa:Podmiot2K{0,101}>68 (fa:P_15ZK>51 fa:KursWalutyZK?>53)?)? fa:ZaliczkaCzesciowa{0,31}>69 fa:FP?>30 fa:TP?>30 fa:DodatkowyOpis{0,10000}>70 fa:FakturaZaliczkowa{0,100}>71 fa:ZwrotAkcyzy?>30 fa:FaWiersz{0,10000}>72 fa:Rozliczenie?>81 fa:Platnosc?>84 fa:WarunkiTransakcji?>101 fa:Zamowienie?>112
=normalizedString[AED,AFN,ALL,AMD,ANG,AOA,ARS,AUD,AWG,AZN,BAM,BBD,BDT,BGN,BHD,BIF,BMD,BND,BOB,BOV,BRL,BSD,BTN,BWP,BYN,BZD,CAD,CDF,CHE,CHF,CHW,CLF,CLP,CNY,COP,COU,CRC,CUC,CUP,CVE,CZK,DJF,DKK,DOP,DZD,EGP,ERN,ETB,EUR,FJD,FKP,GBP,GEL,GGP,GHS,GIP,GMD,GNF,GTQ,GYD,HKD,HNL,HRK,HTG,HUF,IDR,ILS,IMP,INR,IQD,IRR,ISK,JEP,JMD,JOD,JPY,KES,KGS,KHR,KMF,KPW,KRW,KWD,KYD,KZT,LAK,LBP,LKR,LRD,LSL,LYD,MAD,MDL,MGA,MKD,MMK,MNT,MOP,MRU,MUR,MVR,MWK,MXN,MXV,MYR,MZN,NAD,NGN,NIO,NOK,NPR,NZD,OMR,PAB,PEN,PGK,PHP,PKR,PLN,PYG,QAR,RON,RSD,RUB,RWF,SAR,SBD,SCR,SDG,SEK,SGD,SHP,SLL,SOS,SRD,SSP,STN,SVC,SYP,SZL,THB,TJS,TMT,TND,TOP,TRY,TTD,TWD,TZS,UAH,UGX,USD,USN,UYI,UYU,UYW,UZS,VES,VND,VUV,WST,XAF,XAG,XAU,XBA,XBB,XBC,XBD,XCD,XCG,XDR,XOF,XPD,XPF,XPT,XSU,XUA,XXX,YER,ZAR,ZMW,ZWL]
:{"base":"date","from":"2006-01-01","to":"2050-01-01","patterns":["^(?:((\\p{Nd}{4})-(\\p{Nd}{2})-(\\p{Nd}{2})))$"]}
=#47
fa:P_6_Od>48 fa:P_6_Do>48
:{"base":"decimal","digits":18,"decimals":2,"patterns":["^(?:-?([1-9]\\p{Nd}{0,15}|0)(\\.\\p{Nd}{1,2})?)$"]}
=#50
:{"base":"decimal","digits":22,"decimals":6,"patterns":["^(?:-?([1-9]\\p{Nd}{0,15}|0)(\\.\\p{Nd}{1,6})?)$"]}
=#52
fa:P_16>56 fa:P_17>56 fa:P_18>56 fa:P_18A>56 fa:Zwolnienie>57 fa:NoweSrodkiTransportu>58 fa:P_23>56 fa:PMarzy>62
:{"base":"integer","from":"-128","to":"127","values":["1","2"]}
=#55
(fa:P_19>30 (fa:P_19A>7|fa:P_19B>7|fa:P_19C>7)|fa:P_19N>30)
(fa:P_22>30 fa:P_42_5>56 fa:NowySrodekTransportu{1,10000}>59|fa:P_22N>30)
fa:P_22A>48 fa:P_NrWierszaNST>61 fa:P_22BMK?>7 fa:P_22BMD?>7 fa:P_22BK?>7 fa:P_22BNR?>7 fa:P_22BRP?>7 (fa:P_22B>7 (fa:P_22B1?>7|fa:P_22B2?>7|fa:P_22B3?>7|fa:P_22B4?>7)? fa:P_22BT?>7|fa:P_22C>7 fa:P_22C1?>7|fa:P_22D>7 fa:P_22D1?>7)
:{"base":"integer","from":"0","digits":14,"above":"0"}
=#60
(fa:P_PMarzy>30 (fa:P_PMarzy_2>30|fa:P_PMarzy_3_1>30|fa:P_PMarzy_3_2>30|fa:P_PMarzy_3_3>30)|fa:P_PMarzyN>30)
=token{1,256}[VAT,KOR,ZAL,ROZ,UPR,KOR_ZAL,KOR_ROZ]
fa:DataWystFaKorygowanej>48 fa:NrFaKorygowanej>7 (fa:NrKSeF>30 fa:NrKSeFFaKorygowanej>66|fa:NrKSeFN>30)
:{"base":"token","patterns":["^(?:([1-9]((\\p{Nd}[1-9])|([1-9]\\p{Nd}))\\p{Nd}{7}|M\\p{Nd}{9}|[A-Z]{3}\\p{Nd}{7})-(20[2-9][0-9]|2[1-9][0-9]{2}|[3-9][0-9]{3})(0[1-9]|1[0-2])(0[1-9]|[1-2][0-9]|3[0-1])-([0-9A-F]{6})-?([0-9A-F]{6})-([0-9A-F]{2}))$"]}
=#65
fa:PrefiksPodatnika?>9 fa:DaneIdentyfikacyjne>10 fa:Adres>14
fa:DaneIdentyfikacyjne>24 fa:Adres?>14 fa:IDNabywcy?>32
fa:P_6Z>48 fa:P_15Z>51 fa:KursWalutyZW?>53
fa:NrWiersza?>61 fa:Klucz>7 fa:Wartosc>7
(fa:NrKSeFZN>30 fa:NrFaZaliczkowej>7|fa:NrKSeFFaZaliczkowej>66)
fa:NrWierszaFa>61 fa:UU_ID?>73 fa:P_6A?>48 fa:P_7?>13 fa:Indeks?>73 fa:GTIN?>74 fa:PKWiU?>73 fa:CN?>73 fa:PKOB?>73 fa:P_8A?>7 fa:P_8B?>53 fa:P_9A?>76 fa:P_9B?>76 fa:P_10?>76 fa:P_11?>51 fa:P_11A?>51 fa:P_11Vat?>51 fa:P_12?>78 fa:P_12_XII?>41 fa:P_12_Zal_15?>30 fa:KwotaAkcyzy?>51 fa:GTU?>79 fa:Procedura?>80 fa:KursWaluty?>53 fa:StanPrzed?>30
=token{1,50}
=token{1,20}
:{"base":"decimal","digits":22,"decimals":8,"patterns":["^(?:-?([1-9]\\p{Nd}{0,13}|0)(\\.\\p{Nd}{1,8})?)$"]}
=#75
:{"base":"token","least":1,"most":256,"values":["23","22","8","7","5","4","3","0 KR","0 WDT","0 EX","zw","oo","np I","np II"]}
=#77
=token{1,256}[GTU_01,GTU_02,GTU_03,GTU_04,GTU_05,GTU_06,GTU_07,GTU_08,GTU_09,GTU_10,GTU_11,GTU_12,GTU_13]
=token{1,256}[WSTO_EE,IED,TT_D,I_42,I_63,B_SPV,B_SPV_DOSTAWA,B_MPV_PROWIZJA]
fa:Obciazenia{0,100}>82 fa:SumaObciazen?>51 fa:Odliczenia{0,100}>83 fa:SumaOdliczen?>51 (fa:DoZaplaty>51|fa:DoRozliczenia>51)?
fa:Kwota>51 fa:Powod>7
fa:Kwota>51 fa:Powod>7
(fa:Zaplacono>30 fa:DataZaplaty>86|fa:ZnacznikZaplatyCzesciowej>56 fa:ZaplataCzesciowa{1,100}>87)? fa:TerminPlatnosci{0,100}>89 (fa:FormaPlatnosci>88|fa:PlatnoscInna>30 fa:OpisPlatnosci>7)? fa:RachunekBankowy{0,100}>92 fa:RachunekBankowyFaktora{0,20}>92 fa:Skonto?>96 fa:LinkDoPlatnosci?>98 fa:IPKSeF?>100
:{"base":"date","from":"2016-07-01","to":"2050-01-01","patterns":["^(?:((\\p{Nd}{4})-(\\p{Nd}{2})-(\\p{Nd}{2})))$"]}
=#85
fa:KwotaZaplatyCzesciowej>51 fa:DataZaplatyCzesciowej>86 (fa:FormaPlatnosci>88|fa:PlatnoscInna>30 fa:OpisPlatnosci>7)?
=integer[1,2,3,4,5,6,7]
(fa:Termin?>86 fa:TerminOpis?>90)?
fa:Ilosc>91 fa:Jednostka>73 fa:ZdarzeniePoczatkowe>7
=integer
fa:NrRB>93 fa:SWIFT?>95 fa:RachunekWlasnyBanku?>44 fa:NazwaBanku?>7 fa:OpisRachunku?>7
=string{10,34}
:{"base":"string","patterns":["^(?:[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3}){0,1})$"]}
=#94
fa:WarunkiSkonta>7 fa:WysokoscSkonta>7
:{"base":"token","least":1,"most":512,"patterns":["^(?:(https?)://([a-zA-Z0-9][a-zA-Z0-9-]*\\.)+[a-zA-Z]{2,}(:[0-9]{1,5})?(/[^ \\t\\n\\r?#]*)?\\?([^# \\t\\n\\r]*&)?IPKSeF=[0-9]{3}[a-zA-Z0-9]{10}(&[^# \\t\\n\\r]*)?(#[^\\n\\r]*)?)$"]}
=#97
:{"base":"token","least":1,"most":13,"patterns":["^(?:[0-9]{3}[a-zA-Z0-9]{10})$"]}
=#99
fa:Umowy{0,100}>102 fa:Zamowienia{0,100}>105 fa:NrPartiiTowaru{0,1000}>7 fa:WarunkiDostawy?>7 (fa:KursUmowny>53 fa:WalutaUmowna>46)? fa:Transport{0,20}>106 fa:PodmiotPosredniczacy?>30
(fa:DataUmowy?>104 fa:NrUmowy?>7)?
:{"base":"date","from":"1990-01-01","to":"2050-01-01","patterns":["^(?:((\\p{Nd}{4})-(\\p{Nd}{2})-(\\p{Nd}{2})))$"]}
=#103
(fa:DataZamowienia?>104 fa:NrZamowienia?>7)?
(fa:RodzajTransportu>107|fa:TransportInny>30 fa:OpisInnegoTransportu>73) fa:Przewoznik?>108 fa:NrZleceniaTransportu?>7 (fa:OpisLadunku>109|fa:LadunekInny>30 fa:OpisInnegoLadunku>73) fa:JednostkaOpakowania?>7 (fa:DataGodzRozpTransportu?>111 fa:DataGodzZakTransportu?>111 fa:WysylkaZ?>14 fa:WysylkaPrzez{0,20}>14 fa:WysylkaDo?>14)?
=integer[1,2,3,4,5,7,8]
fa:DaneIdentyfikacyjne>24 fa:AdresPrzewoznika>14
=integer[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]
:{"base":"dateTime","from":"2021-10-01T00:00:00Z","to":"2050-01-01T23:59:59Z"}
=#110
fa:WartoscZamowienia>51 fa:ZamowienieWiersz{1,10000}>113
fa:NrWierszaZam>61 fa:UU_IDZ?>73 fa:P_7Z?>13 fa:IndeksZ?>73 fa:GTINZ?>74 fa:PKWiUZ?>73 fa:CNZ?>73 fa:PKOBZ?>73 fa:P_8AZ?>7 fa:P_8BZ?>53 fa:P_9AZ?>76 fa:P_11NettoZ?>51 fa:P_11VatZ?>51 fa:P_12Z?>78 fa:P_12Z_XII?>41 fa:P_12Z_Zal_15?>30 fa:GTUZ?>79 fa:ProceduraZ?>114 fa:KwotaAkcyzyZ?>51 fa:StanPrzedZ?>30
=token{1,256}[WSTO_EE,IED,TT_D,B_SPV,B_SPV_DOSTAWA,B_MPV_PROWIZJA]
(fa:Informacje{0,3}>116 fa:Rejestry{0,100}>118)?
(fa:StopkaFaktury?>117)?
=string{1,3500}
(fa:PelnaNazwa?>7 fa:KRS?>120 fa:REGON?>122 fa:BDO?>123)?
:{"base":"string","patterns":["^(?:\\p{Nd}{10})$"]}
=#119
:{"base":"string","patterns":["^(?:\\p{Nd}{9})$|^(?:\\p{Nd}{14})$"]}
=#121
=token{1,9}
fa:BlokDanych{1,1000}>125
fa:ZNaglowek?>13 fa:MetaDane{1,1000}>126 fa:Tekst?>127 (fa:Tabela{0,1000}>128)?
fa:ZKlucz>7 fa:ZWartosc>7
fa:Akapit{1,10}>13
fa:TMetaDane{0,1000}>129 fa:Opis?>13 fa:TNaglowek>130 fa:Wiersz{1,1000}>133 fa:Suma?>134
fa:TKlucz>7 fa:TWartosc>7
fa:Kol{1,20}>131
fa:NKom>132 @Typ!>string
=token{0,256}
fa:WKom{1,20}>132
fa:SKom{1,20}>132
`
