/**
 * Why rules exist, in our words, by the beginning of their ids; the longest match counts. A reason
 * names the article of the law behind a rule; if the standard states no reason, it names the
 * trouble that the rule prevents for the receiver.
 */
const REASONS: readonly (readonly [beginning: string, why: string])[] = [
  [
    'XML',
    'Receivers process invoices by program. In XML that is not well-formed a program finds no elements, and a document type declaration can make a reader load files or exhaust its memory.',
  ],
  [
    'PDF',
    'A program of the receiver takes the invoice out of the PDF. Where it finds none, or two, a person has to type it in.',
  ],
  ...['CW-PDF-FILE', 'CW-PDF-RELATIONSHIP', 'CW-PDF-ASSOCIATED', 'CW-PDF-METADATA', 'CW-PDF-LEVEL'].map(
    (id): readonly [string, string] => [
      id,
      'Receivers find the invoice in a PDF by its name and relationship, and its profile by the metadata, before they read the XML (Factur-X and ZUGFeRD, technical supplement). A PDF that says something else than its XML is read as another document, or refused.',
    ],
  ),
  [
    'CW-SIGNATURE',
    'SdI verifies the signature of every signed file and refuses one that is not valid: such an invoice counts as not issued. Whether an authority vouches for the certificate, and whether it was revoked, only SdI judges.',
  ],
  [
    'CW-UNREADABLE',
    'An invoice that cannot be read cannot be booked, but its date of arrival may matter: it is kept as it came.',
  ],
  [
    'CW-OTHER-BUYER',
    'Networks deliver by address and governments by number; a mistake of the supplier brings the invoice of another buyer, whose VAT must not be deducted.',
  ],
  [
    'CW-NEW-ACCOUNT',
    'The most frequent fraud with invoices: somebody sends the invoice of a known supplier with an account of their own. A real change of account is rare, and a call confirms it.',
  ],
  [
    'XSD',
    'The schema defines which elements a document may have, in which order and of which type. Receivers read only documents that follow it, and most governments reject others before they check any rule.',
  ],
  [
    'PROFILE',
    'A country accepts only certain syntaxes. Its rules are written for these and cannot be applied to documents in other syntaxes.',
  ],
  [
    'CW-PROFILE',
    'Each profile of Factur-X has its own schema and rules, and a country may have further ones. A verdict by one of them says nothing about the others.',
  ],
  [
    'CW-MORE-FINDINGS',
    'At most 1,000 findings are listed for one invoice. More would not help to correct it, and the limit keeps the answer small.',
  ],

  [
    '00',
    'SdI performs this check when it receives a file. A file that fails it is rejected and counts as not issued: it has to be corrected and sent again within five days.',
  ],
  ...['00400', '00401', '00413', '00414', '00429', '00430', '00444', '00445'].map((code): readonly [string, string] => [
    code,
    'Where no VAT is charged, the law requires the reason (DPR 633/1972, art. 21, 6). FatturaPA has a code for it, Natura, which the buyer’s VAT register uses. SdI rejects a file in which rate and code contradict each other.',
  ]),
  ...['00419', '00421', '00422', '00423', '00443'].map((code): readonly [string, string] => [
    code,
    'The tax agency fills the VAT registers of seller and buyer from the summary of the invoice, so SdI recalculates it and rejects a file in which it does not add up.',
  ]),
  ...['00411', '00415'].map((code): readonly [string, string] => [
    code,
    'The buyer pays the withheld tax to the state instead of to the seller, and needs to know its type and amount.',
  ]),
  ...['00471', '00472', '00473', '00474', '00475', '00476'].map((code): readonly [string, string] => [
    code,
    'The type of the document shows who issues it for whom. The tax agency books it accordingly, so it rejects parties that do not match the type.',
  ]),
  [
    '00417',
    'The tax agency assigns an invoice to the buyer by its VAT number or fiscal code; without either its VAT cannot be deducted.',
  ],
  ['00427', 'The length of the recipient code distinguishes public offices (6) from all other recipients (7).'],
  [
    '00426',
    'With the recipient code 0000000 SdI delivers to the certified mailbox; with any other code the mailbox has no effect.',
  ],

  [
    'KSEF:',
    'KSeF performs this check when it receives a document. A document that fails it is rejected with status 430 or 450 and counts as not issued.',
  ],
  [
    'CW-PL-',
    'KSeF does not check calculations: an invoice with wrong sums or marks is legally issued as soon as it has a KSeF number, and only another invoice can then correct it. So the service checks first.',
  ],
  [
    'CW-PL-SELF-BILLED',
    'The customer signs in to KSeF and issues the invoice for the supplier, who has authorised its NIP. An EU customer without a NIP may do so with its own VAT number (the context NipVatUe of KSeF), which the service does not support; such an invoice need not be in KSeF.',
  ],
  [
    'CW-PL-OFFLINE-DATE',
    'KSeF compares the issue date with the day on which it receives the invoice, in Warsaw. If it is earlier, KSeF counts the invoice as issued offline, although it was sent online: its date of issue is that earlier day, and a page of it needs a second QR code, which an Offline certificate of the issuer signs.',
  ],
  [
    'CW-PL-OFFLINE-LATE',
    'An invoice that is issued before KSeF has it must reach KSeF on the next working day (art. 106nda of the VAT act). Only while KSeF announces that it is away the period is longer.',
  ],
  [
    'CW-IT-NO-PLACE',
    'Data for which the format has no element does not reach the customer. It is only a warning, because other countries require the data and callers send it anyway.',
  ],
  [
    'CW-IT-NO-EXCHANGE',
    'A rate converts the amounts of an invoice in another currency. On an invoice in EUR either the rate or the currency is a mistake.',
  ],
  [
    '00460',
    'Article 21-bis DPR 633/1972 and the decree of 10 May 2019 allow simplified invoices up to 400 EUR with VAT. Corrections have no limit, nor have suppliers in the flat-rate regime since 2025 (article 1 (59) of law 190/2014, as amended by legislative decree 180/2024).',
  ],
  [
    'CW-IT-SIMPLIFIED',
    'The simplified invoice has a schema of its own (FSM10): in an ordinary FatturaPA SdI refuses its types.',
  ],
  [
    'CW-IT-SIMPLIFIED-CORRECTED',
    'A credit or debit note is only understood together with the invoice that it corrects (article 26 DPR 633/1972), which the format names in DatiFatturaRettificata.',
  ],
  [
    'CW-IT-SIMPLIFIED-CURRENCY',
    'The limit and the amounts of a simplified invoice are in EUR, and the format has no place for a foreign amount besides.',
  ],
  [
    'CW-IT-SIMPLIFIED-EU',
    'Article 21-bis (2) DPR 633/1972 excludes intra-Community supplies, and those whose VAT the customer owes in another member state: tax offices there need the data of an ordinary invoice.',
  ],
  [
    'CW-IT-SIMPLIFIED-LEFT-OUT',
    'The format holds what article 21-bis DPR 633/1972 demands and little else. What it has no place for would be lost without a word.',
  ],
  [
    'CW-IT-SIMPLIFIED-REFUSED',
    'Contributions, withheld taxes, split payment and the like change what is paid, to whom, or when VAT is due. A document without them would say something else than the invoice.',
  ],
  [
    'CW-IT-ENASARCO',
    'The customer withholds the contribution of a commercial agent and pays it to the fund, so the agent must not receive it, and the total is without it.',
  ],
  ['CW-IT-', 'SdI accepts the document without it, but the law or the receiver requires it.'],

  [
    'BR-',
    'EN 16931 requires this on every invoice, so that any receiver in the EU can book and pay it without queries.',
  ],
  [
    'BR-01',
    'The specification identifier shows the receiver which rules the invoice follows, and so which program can read it.',
  ],
  ['BR-02', 'The number identifies an invoice. The VAT Directive requires a sequential number (article 226, no. 2).'],
  [
    'BR-03',
    'Terms of payment and the VAT return depend on the day of issue. The VAT Directive requires it on every invoice (article 226, no. 1).',
  ],
  [
    'BR-04',
    'The type shows whether the document is to be paid, credited or set off. Without it a receiver cannot book it.',
  ],
  ['BR-05', 'Every amount of the invoice is in this currency; without it no amount means anything.'],
  ['BR-06', 'The VAT Directive requires the full name of the supplier (article 226, no. 5).'],
  ['BR-07', 'The VAT Directive requires the full name of the customer (article 226, no. 5).'],
  ['BR-08', 'The VAT Directive requires the address of the supplier (article 226, no. 5).'],
  ['BR-09', 'The seller’s country determines which VAT rules apply.'],
  ['BR-10', 'The VAT Directive requires the address of the customer (article 226, no. 5).'],
  ['BR-11', 'The buyer’s country determines whether a supply is domestic, intra-community or an export.'],
  [
    'BR-12',
    'The totals let a receiver check the invoice and detect losses in transmission, first the total of the lines.',
  ],
  ['BR-13', 'The receiver books the total without VAT as cost, and VAT is computed from it.'],
  ['BR-14', 'The total with VAT is the value of the invoice before prepayments.'],
  ['BR-15', 'The buyer pays the amount due. It may be zero, but it must be stated.'],
  [
    'BR-16',
    'An invoice must have content: the VAT Directive requires the quantity and nature of the goods or the extent and nature of the services (article 226, no. 6).',
  ],
  [
    'BR-17',
    'A payee is given only if the money goes to another party than the seller, such as a factoring company. The buyer then has to know whom to pay.',
  ],
  [
    'BR-18',
    'Where a tax representative owes the VAT in place of the seller, the VAT Directive requires its full name (article 226, no. 15).',
  ],
  [
    'BR-19',
    'Where a tax representative owes the VAT in place of the seller, the VAT Directive requires its address (article 226, no. 15).',
  ],
  ['BR-20', 'The tax representative is liable for the VAT of its country.'],
  ['BR-21', 'Claims, credit notes and orders refer to a line by its identifier.'],
  [
    'BR-22',
    'The VAT Directive requires the quantity of the supply (article 226, no. 6), and the line amount is price times quantity.',
  ],
  ['BR-23', 'A quantity without a unit can be neither checked against the delivery nor multiplied by a price.'],
  ['BR-24', 'The totals are computed from the net amounts of the lines.'],
  ['BR-25', 'The VAT Directive requires the nature of the supply (article 226, no. 6).'],
  ['BR-26', 'The VAT Directive requires the unit price exclusive of VAT (article 226, no. 8).'],
  ['BR-27', 'A return is written as a negative quantity. A negative price would reverse the sign a second time.'],
  ['BR-28', 'A return is written as a negative quantity. A negative price would reverse the sign a second time.'],
  ['BR-29', 'A period that ends before it begins is a mistake; nothing can be allocated to it.'],
  ['BR-30', 'A period that ends before it begins is a mistake; nothing can be allocated to it.'],
  ['BR-31', 'An allowance changes the total; without an amount the effect is unknown.'],
  [
    'BR-32',
    'An allowance on the document lowers the taxable amount of one VAT category, so it must name the category.',
  ],
  ['BR-33', 'The buyer has to see the reason for a deduction, in words or as a code.'],
  ['BR-36', 'A charge changes the total; without an amount the effect is unknown.'],
  ['BR-37', 'A charge on the document raises the taxable amount of one VAT category, so it must name the category.'],
  ['BR-38', 'The buyer has to see the reason for a surcharge, in words or as a code.'],
  ['BR-41', 'An allowance changes the net amount of its line; without an amount the effect is unknown.'],
  ['BR-42', 'The buyer has to see the reason for a deduction, in words or as a code.'],
  ['BR-43', 'A charge changes the net amount of its line; without an amount the effect is unknown.'],
  ['BR-44', 'The buyer has to see the reason for a surcharge, in words or as a code.'],
  ['BR-45', 'The VAT Directive requires the taxable amount per rate or exemption (article 226, no. 8).'],
  [
    'BR-46',
    'The VAT Directive requires the VAT amount payable (article 226, no. 10). The buyer deducts it by category.',
  ],
  [
    'BR-47',
    'The category shows whether VAT is due, is zero, or is owed by another party; without it the entry cannot be booked.',
  ],
  [
    'BR-48',
    'The VAT Directive requires the VAT rate applied (article 226, no. 9). Only supplies outside the scope of VAT have none.',
  ],
  ['BR-49', 'Payment details must include the means of payment, so that the buyer can make the payment.'],
  ['BR-50', 'A credit transfer goes to an account; without its number the buyer cannot pay.'],
  [
    'BR-51',
    'The security standards for payment cards forbid showing the full card number. Some of its digits are enough to recognise it.',
  ],
  ['BR-52', 'Lines and texts refer to a supporting document by its reference.'],
  [
    'BR-53',
    'Where VAT is accounted for in another currency, the VAT Directive requires the VAT amount in that currency (article 230).',
  ],
  ['BR-54', 'An attribute is a name with a value: `Colour` alone means nothing, nor does `black`.'],
  ['BR-55', 'A reference to a preceding invoice is useful only with its number.'],
  [
    'BR-56',
    'Where a tax representative owes the VAT, the VAT Directive requires its VAT identification number (article 226, no. 15).',
  ],
  ['BR-57', 'The country of delivery determines which VAT applies, so a delivery address must name it.'],
  ['BR-61', 'A request for a credit transfer must name the account.'],
  [
    'BR-62',
    'An electronic address is useful only with its scheme: the same digits may be a GLN, a VAT number or a company number.',
  ],
  [
    'BR-63',
    'An electronic address is useful only with its scheme: the same digits may be a GLN, a VAT number or a company number.',
  ],
  ['BR-64', 'Digits identify an article only together with their scheme, for example 0160 for a GTIN.'],
  ['BR-65', 'A class belongs to a classification; the same code means something else in another one.'],
  ['BR-66', 'EN 16931 allows one payment card per invoice.'],
  ['BR-67', 'EN 16931 allows one direct debit mandate per invoice.'],

  ['BR-CO-', 'Elements that state the same fact must agree, so that sender and receiver read the same invoice.'],
  [
    'BR-CO-03',
    'The tax point is given as a date, or as a code for the event that determines it. Both at once could contradict each other.',
  ],
  ['BR-CO-04', 'The VAT of a line follows from its category; the breakdown groups lines by category.'],
  [
    'BR-CO-09',
    'The prefix shows which country issued the number, as the VAT Directive requires (article 215). Greece may use EL.',
  ],
  [
    'BR-CO-10',
    'A receiver adds up the lines and compares. If the sum differs, a line was lost or changed in transmission, or an amount was rounded twice.',
  ],
  ['BR-CO-11', 'A receiver adds up the allowances and compares. If the sum differs, one was lost or changed.'],
  ['BR-CO-12', 'A receiver adds up the charges and compares. If the sum differs, one was lost or changed.'],
  [
    'BR-CO-13',
    'The totals follow from one another, so that anyone can check the invoice: lines, less allowances, plus charges.',
  ],
  [
    'BR-CO-14',
    'The VAT of an invoice is computed by category and then added up; rounding by line produces another sum.',
  ],
  [
    'BR-CO-15',
    'The buyer pays the total with VAT and deducts the VAT. The three totals must agree to the cent, or one of them is booked incorrectly.',
  ],
  ['BR-CO-16', 'The amount due is the total, less prepayments, plus the rounding amount.'],
  [
    'BR-CO-17',
    'VAT is the taxable amount of a category times its rate, to two decimals. The receiver computes the same.',
  ],
  [
    'BR-CO-18',
    'The VAT Directive requires taxable amount and rate of each category (article 226, nos. 8 and 9), so there is at least one entry.',
  ],
  ['BR-CO-19', 'A period without start and end has no meaning.'],
  ['BR-CO-20', 'A period without start and end has no meaning.'],
  ['BR-CO-21', 'The buyer has to see the reason for a deduction, in words or as a code.'],
  ['BR-CO-22', 'The buyer has to see the reason for a surcharge, in words or as a code.'],
  ['BR-CO-23', 'The buyer has to see the reason for a deduction, in words or as a code.'],
  ['BR-CO-24', 'The buyer has to see the reason for a surcharge, in words or as a code.'],
  ['BR-CO-25', 'If an amount is due, the buyer has to know the deadline.'],
  [
    'BR-CO-26',
    'The buyer’s program identifies the supplier by a number, not by a name: a VAT identifier, a legal registration or another identifier.',
  ],
  ['BR-CO-27', 'An account is identified by an IBAN or by another number. Both at once could mean two accounts.'],

  [
    'BR-DEC-',
    'Amounts of money have at most two decimals in EN 16931. With more, each receiver would round in its own way, and totals would differ by cents. Prices may have more.',
  ],
  [
    'BR-CL-',
    'A code has a meaning only within its list. Receivers’ programs support the codes of the list that the standard names, and no others.',
  ],
  [
    'BR-CL-08',
    'In UBL the subject of a note is part of the text, between number signs. Only a code of UNTDID 4451 is valid there.',
  ],
  [
    'BR-CL-23',
    'Receivers compare quantities with orders and deliveries by program. It supports the units of UN/ECE Recommendations 20 and 21: `HUR` is an hour, `hours` is not.',
  ],
  [
    'BR-CL-24',
    'A receiver must be able to open an attachment. The list contains the types that every receiver can be expected to open.',
  ],
  ['BR-CL-25', 'Networks find a receiver by address and scheme. With a scheme outside the list no receiver is found.'],

  [
    'BR-S-',
    'Standard-rated supplies are subject to VAT at a rate above zero; reduced rates are included. The buyer deducts the VAT that the breakdown shows, so lines and breakdown must agree for each rate, and the seller must be registered for VAT.',
  ],
  [
    'BR-Z-',
    'Zero-rated supplies are taxed at the rate 0: the seller keeps the right to deduct and needs a VAT number, the buyer pays no VAT, and no exemption is claimed.',
  ],
  [
    'BR-E-',
    'Exempt supplies are not subject to VAT, and the invoice must name the exemption (VAT Directive, article 226, no. 11). The seller remains a taxable person and shows its number.',
  ],
  [
    'BR-AE-',
    'Under reverse charge the buyer owes the VAT (VAT Directive, articles 194 to 199b). The invoice shows no VAT, refers to the reverse charge (article 226, no. 11a), and contains both VAT numbers so that the two returns can be matched.',
  ],
  [
    'BR-IC-',
    'A supply to a business in another member state is exempt where the buyer has a VAT number there (VAT Directive, article 138). The invoice shows both VAT numbers, no VAT, and the reason; both sides report the supply.',
  ],
  [
    'BR-G-',
    'An export out of the EU is exempt (VAT Directive, article 146). The invoice shows no VAT, and the reason.',
  ],
  [
    'BR-O-',
    'Supplies outside the scope of VAT have no rate and no VAT number. This category cannot be combined with any other on one invoice.',
  ],
  [
    'BR-AF-',
    'IGIC is the indirect tax of the Canary Islands, where the VAT Directive does not apply (article 6). In the VAT breakdown it has its own category with its own rates.',
  ],
  [
    'BR-IG-',
    'IGIC is the indirect tax of the Canary Islands, where the VAT Directive does not apply (article 6). In the VAT breakdown it has its own category with its own rates.',
  ],
  [
    'BR-AG-',
    'IPSI is the indirect tax of Ceuta and Melilla, where the VAT Directive does not apply (article 6). In the VAT breakdown it has its own category with its own rates.',
  ],
  [
    'BR-IP-',
    'IPSI is the indirect tax of Ceuta and Melilla, where the VAT Directive does not apply (article 6). In the VAT breakdown it has its own category with its own rates.',
  ],
  [
    'BR-B-',
    'Under Italian split payment (scissione dei pagamenti) the buyer, mostly a public body, pays the VAT straight to the treasury. It exists on domestic Italian invoices only, and not together with the standard rate.',
  ],
  ['BR-IC-11', 'The delivery date determines in which period both sides report the supply.'],
  [
    'BR-IC-12',
    'The supply is exempt because the goods go to another member state, so the invoice must name that state.',
  ],
  [
    'BR-O-11',
    'An invoice outside the scope of VAT shows no VAT number, but all other categories require one. So the two cannot be on one invoice.',
  ],
  [
    'BR-O-12',
    'An invoice outside the scope of VAT shows no VAT number, but all other categories require one. So the two cannot be on one invoice.',
  ],
  [
    'BR-O-13',
    'An invoice outside the scope of VAT shows no VAT number, but all other categories require one. So the two cannot be on one invoice.',
  ],
  [
    'BR-O-14',
    'An invoice outside the scope of VAT shows no VAT number, but all other categories require one. So the two cannot be on one invoice.',
  ],

  [
    'UBL-CR-',
    'UBL has many elements for orders, catalogues and transport that EN 16931 does not have. Receivers need not read them, so their content may be lost without notice.',
  ],
  [
    'UBL-SR-',
    'UBL allows the element to be repeated, EN 16931 allows it once. Of several, a receiver would use any one.',
  ],
  [
    'UBL-DT-',
    'UBL’s types have attributes for lists, agencies and languages that EN 16931 does not use. Receivers need not read them.',
  ],
  [
    'UBL-DT-01',
    'Amounts of money have at most two decimals in EN 16931, so that every receiver computes the same totals.',
  ],
  ['UBL-DT-06', 'A receiver chooses the program that opens an attachment by its media type.'],
  ['UBL-DT-07', 'A receiver stores an attachment under its file name.'],
  [
    'CII-SR-',
    'A Cross Industry Invoice has many elements that EN 16931 does not have, and may repeat elements that EN 16931 allows once. Receivers need not read the former, and would use any one of the latter.',
  ],
  [
    'CII-DT-',
    'The types of a Cross Industry Invoice have attributes and parts that EN 16931 does not use. Receivers need not read them.',
  ],

  [
    'BR-RO-',
    'Romania’s RO e-Factura requires this beyond EN 16931 (CIUS-RO). ANAF checks every invoice and rejects those that break the rule.',
  ],
  ['BR-RO-L', 'ANAF stores invoices in fields of fixed length and rejects longer values.'],
  ['BR-RO-A', 'ANAF limits how often an element may occur on one invoice.'],
  ['BR-RO-DT', 'ANAF accepts dates in one form only: year, month and day with hyphens.'],
  ['BR-DEC-RO-', 'ANAF accepts amounts with at most two decimals, as EN 16931 does.'],
  ['BR-RO-001', 'The specification identifier shows ANAF which rules the invoice follows.'],
  ['BR-RO-010', 'ANAF requires a number that differs from a word: it needs at least one digit.'],
  ['BR-RO-020', 'Romania allows only certain types of invoices and credit notes.'],
  ['BR-RO-030', 'In Romania VAT is accounted for in lei, regardless of the currency of the invoice.'],
  [
    'BR-RO-040',
    'The codes name the event that determines the tax point; Romania allows those of the invoice, the delivery and the payment.',
  ],
  ['BR-RO-065', 'ANAF assigns the invoice to the seller by its tax number.'],
  ['BR-RO-10', 'ANAF identifies places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  ['BR-RO-11', 'ANAF identifies places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  ['BR-RO-16', 'ANAF identifies places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  ['BR-RO-17', 'ANAF identifies places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  [
    'BR-RO-202',
    'ANAF identifies places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.',
  ],
  [
    'BR-RO-212',
    'ANAF identifies places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.',
  ],
  ['BR-RO-08', 'Romania requires a full address, including street and city.'],
  ['BR-RO-09', 'Romania requires a full address, including street and city.'],
  ['BR-RO-14', 'Romania requires a full address, including street and city.'],
  ['BR-RO-15', 'Romania requires a full address, including street and city.'],
  ['BR-RO-18', 'Romania requires a full address, including street and city.'],
  ['BR-RO-20', 'Romania requires a full address, including street and city.'],
  [
    'BR-RO-211',
    'If goods leave Romania for another country of the EU, the invoice must name the region of destination.',
  ],
  ['BR-RO-120', 'ANAF delivers the invoice to the buyer by its tax number.'],

  [
    'PEPPOL-',
    'Peppol restricts EN 16931 so that any receiver on the network can read any invoice without prior agreement.',
  ],
  [
    'PEPPOL-COMMON-',
    'Such identifiers have check digits or a fixed form. With a mistake in one the document reaches no receiver, or the wrong one.',
  ],
  [
    'PEPPOL-EN16931-CL',
    'Peppol accepts the codes of the lists that it publishes. Receivers’ programs support no others.',
  ],
  ['PEPPOL-EN16931-F001', 'Receivers’ programs read dates in one form only: year, month and day with hyphens.'],
  [
    'PEPPOL-EN16931-P01',
    'The code of an exemption belongs to one VAT category. With another category the invoice contradicts itself.',
  ],
  ['PEPPOL-EN16931-P0100', 'Peppol lists the types of documents that its receivers can process.'],
  ['PEPPOL-EN16931-P0101', 'Peppol lists the types of documents that its receivers can process.'],
  [
    'PEPPOL-EN16931-P0112',
    'Partial and corrected invoices (326, 384) are in use between German parties; other receivers on Peppol need not process them.',
  ],
  ['PEPPOL-EN16931-R001', 'The business process shows the receiver’s access point the purpose of the document.'],
  [
    'PEPPOL-EN16931-R002',
    'The reading order of several notes is undefined. Between German parties several are allowed.',
  ],
  ['PEPPOL-EN16931-R003', 'The buyer finds the order or department by this reference.'],
  ['PEPPOL-EN16931-R004', 'The network routes a document by its specification identifier.'],
  [
    'PEPPOL-EN16931-R005',
    'An accounting currency is given only if it differs from that of the invoice; otherwise the invoice would contain the VAT total twice.',
  ],
  ['PEPPOL-EN16931-R007', 'The network routes a document by its business process; it cannot route an unknown one.'],
  ['PEPPOL-EN16931-R008', 'An empty element has no meaning, and many programs read it as a value.'],
  [
    'PEPPOL-EN16931-R010',
    'The network delivers to the electronic address of the buyer; without one the document cannot be delivered.',
  ],
  ['PEPPOL-EN16931-R020', 'Answers and reports of delivery go to the electronic address of the seller.'],
  [
    'PEPPOL-EN16931-R04',
    'The receiver recalculates allowances and charges: amount, base amount and percentage must agree.',
  ],
  [
    'PEPPOL-EN16931-R05',
    'VAT is stated once in the currency of the invoice and once in the accounting currency, if there is one. Amounts in any other currency could not be added up.',
  ],
  ['PEPPOL-EN16931-R061', 'A bank debits an account under a mandate; without its reference the debit is refused.'],
  ['PEPPOL-EN16931-R080', 'EN 16931 allows one project per invoice.'],
  ['PEPPOL-EN16931-R10', 'In EN 16931 a line refers to one object and to no other documents.'],
  ['PEPPOL-EN16931-R11', 'The periods of the lines must be within the invoicing period of the document.'],
  [
    'PEPPOL-EN16931-R12',
    'The receiver recalculates the line from quantity and price, and cannot approve it if the amount differs.',
  ],
  ['PEPPOL-EN16931-R130', 'Price and quantity must be in the same unit, or their product has no meaning.'],

  [
    'DE-R-',
    'Between German parties Peppol applies rules of XRechnung, so that an invoice is complete for a German receiver.',
  ],
  [
    'DK-R-',
    'Danish sellers follow the Danish rules within Peppol: companies are identified by their CVR number, and Danish means of payment have their own forms.',
  ],
  [
    'GR-',
    'Greek sellers report invoices to AADE’s myDATA, which assigns each a MARK number. The Greek rules within Peppol link the document to that report.',
  ],
  [
    'IS-R-',
    'Icelandic parties are identified by their kennitala, and accounts have a national form. The Icelandic rules within Peppol require both.',
  ],
  [
    'IT-R-',
    'Italian sellers follow the Italian rules within Peppol, so that an invoice can be converted to the national system.',
  ],
  [
    'NL-R-',
    'Dutch sellers follow the Dutch rules within Peppol: registrations by KVK or OIN, full addresses, and Dutch means of payment.',
  ],
  [
    'NO-R-',
    'Norwegian law requires the organisation number with MVA, and for registered companies the word Foretaksregisteret.',
  ],
  [
    'SE-R-',
    'Swedish sellers follow the Swedish rules within Peppol: the form of VAT and organisation numbers, the note on F-tax, Swedish rates and giro accounts.',
  ],

  [
    'BR-DE-',
    'XRechnung requires this beyond EN 16931, because German public authorities need it to process an invoice without queries.',
  ],
  ['BR-DE-1', 'German receivers pay automatically, so the invoice must contain the means of payment.'],
  [
    'BR-DE-14',
    'XRechnung requires a rate in every entry of the VAT breakdown, so that the receiver’s program finds one in each.',
  ],
  [
    'BR-DE-15',
    'Authorities route an invoice by the Leitweg-ID in the buyer reference; without one it reaches no department.',
  ],
  [
    'BR-DE-16',
    'German law requires the tax number or the VAT number of the supplier on every invoice (§ 14 Abs. 4 Nr. 2 UStG).',
  ],
  ['BR-DE-17', 'German receivers’ programs support no other types.'],
  ['BR-DE-18', 'XRechnung writes cash discounts into the terms of payment in a form that programs can read.'],
  ['BR-DE-19', 'A SEPA credit transfer goes to an IBAN. Its check digits reveal a mistake before the bank does.'],
  ['BR-DE-2', 'An authority asks the contact of the seller when something is unclear.'],
  ['BR-DE-20', 'A SEPA direct debit is drawn from an IBAN. Its check digits reveal a mistake before the bank does.'],
  ['BR-DE-21', 'The specification identifier shows the receiver which rules the invoice follows.'],
  ['BR-DE-22', 'Receivers store attachments under their file names; of two with the same name one would be lost.'],
  ['BR-DE-23', 'Code and details of a payment must match, or the receiver’s program makes the wrong payment.'],
  ['BR-DE-24', 'Code and details of a payment must match, or the receiver’s program makes the wrong payment.'],
  ['BR-DE-25', 'Code and details of a payment must match, or the receiver’s program makes the wrong payment.'],
  ['BR-DE-26', 'A correction must name the invoice that it corrects (§ 31 Abs. 5 UStDV).'],
  ['BR-DE-27', 'An authority calls the contact of the seller when something is unclear.'],
  ['BR-DE-28', 'An authority writes to the contact of the seller when something is unclear.'],
  ['BR-DE-3', 'XRechnung requires a full address, as does German law (§ 14 Abs. 4 Nr. 1 UStG).'],
  ['BR-DE-30', 'A SEPA direct debit names the creditor by the identifier that its bank assigned.'],
  ['BR-DE-31', 'The buyer has to know which of its accounts is debited.'],
  ['BR-DE-4', 'XRechnung requires a full address, as does German law (§ 14 Abs. 4 Nr. 1 UStG).'],
  [
    'BR-DE-5',
    'An authority asks the contact of the seller when something is unclear: it needs a name, a telephone number and an email address.',
  ],
  [
    'BR-DE-6',
    'An authority asks the contact of the seller when something is unclear: it needs a name, a telephone number and an email address.',
  ],
  [
    'BR-DE-7',
    'An authority asks the contact of the seller when something is unclear: it needs a name, a telephone number and an email address.',
  ],
  ['BR-DE-8', 'XRechnung requires a full address, as does German law (§ 14 Abs. 4 Nr. 1 UStG).'],
  ['BR-DE-9', 'XRechnung requires a full address, as does German law (§ 14 Abs. 4 Nr. 1 UStG).'],
  ['BR-DE-10', 'If goods were delivered to another address, the receiver needs the full address to find the delivery.'],
  ['BR-DE-11', 'If goods were delivered to another address, the receiver needs the full address to find the delivery.'],
  ['BR-DE-TMP-32', 'German law requires the time of the supply on every invoice (§ 14 Abs. 4 Nr. 6 UStG).'],
  [
    'BR-DE-CVD-',
    'Authorities report the vehicles that they procure under the Clean Vehicles Directive (EU) 2019/1161. This profile of XRechnung contains the data for the report.',
  ],
  [
    'BR-TMP-CVD-',
    'Authorities report the vehicles that they procure under the Clean Vehicles Directive (EU) 2019/1161. This profile of XRechnung contains the data for the report.',
  ],
  [
    'BR-DEX-',
    'The extension of XRechnung adds sub invoice lines, third party payments and its own schemes, and defines rules for them.',
  ],
  ['BR-TMP-2', 'A receiver fetches a linked document by its URL; a relative URL cannot be fetched.'],
  ['BR-TMP-4', 'EN 16931 has one description for each supporting document; readers show one and drop the others.'],
  ['BR-TMP-5', 'EN 16931 has one file for each supporting document; readers show one and drop the others.'],
  ['BR-TMP-6', 'UBL allows a date with a time zone, which many readers refuse or read as another day.'],
  ['BR-TMP-7', 'Readers of a Cross Industry Invoice expect one form of dates, and misread or refuse the others.'],
  ['BR-TMP-3', 'The discount on a price is the gross price less the net price, so both must be for the same quantity.'],

  [
    'BR-FR-',
    'The French reform of e-invoicing requires this on invoices that platforms exchange (flow 2). Platforms reject invoices that break the rule.',
  ],
  ['BR-FR-01_', 'Platforms and the administration distinguish invoices by their numbers, in a field of 35 characters.'],
  ['BR-FR-02_', 'Numbers become part of file names and keys, so their character set is limited.'],
  ['BR-FR-03_', 'A date outside this century is a mistake.'],
  ['BR-FR-04_', 'The French reform allows only certain types of documents.'],
  [
    'BR-FR-CDV-',
    'Platforms and the administration process statuses by program (XP Z12-012, flow 6). A platform refuses a life-cycle message that breaks the rule, and the status does not reach the other party.',
  ],
  [
    'BR-FR-CDV-11_',
    'A status belongs to the invoice with this number, date and seller; a number alone may occur in another year again.',
  ],
  [
    'BR-FR-CDV-13_',
    'A status belongs to the invoice with this number, date and seller; the administration knows sellers by their SIREN.',
  ],
  [
    'BR-FR-CDV-14_',
    'The administration computes from the received amounts at which time VAT on services is due, for each rate.',
  ],
  ['BR-FR-CDV-15_', 'The seller has to learn why an invoice is refused, disputed or suspended, to correct it.'],
  [
    'BR-FR-CDV-CL-',
    'Programs read the code; one that is not in the list, or belongs to another status, says nothing to them.',
  ],
  [
    'BR-FR-05_',
    'The Code de commerce (article L441-9) requires invoices between businesses to state the penalties for late payment, the fixed sum for recovery costs and the terms of discount. Each is a note with its own subject code.',
  ],
  ['BR-FR-06_', 'Programs read the notes with these subjects, so there is one of each.'],
  [
    'BR-FR-08_BT-23',
    'The business process shows whether goods or services were sold and the status of the invoice (paid, after a down payment …): VAT falls due at different times.',
  ],
  [
    'BR-FR-08_BT-151',
    'These categories are for taxes of the Canary Islands, Ceuta and Melilla; France has no such tax.',
  ],
  [
    'BR-FR-09_',
    'A SIRET is a SIREN of nine digits and five more for the establishment. With another beginning it belongs to another company.',
  ],
  ['BR-FR-10_', 'The French directory identifies companies by their SIREN.'],
  ['BR-FR-11_', 'The French directory identifies companies by their SIREN.'],
  ['BR-FR-12_', 'Platforms find the receiver by its electronic address.'],
  ['BR-FR-13_', 'Platforms reply to the sender at its electronic address.'],
  ['BR-FR-15_', 'France uses only these VAT categories; the others are for taxes of other countries.'],
  ['BR-FR-16_', 'France has only these VAT rates.'],
  ['BR-FR-17_', 'Platforms sort attachments by a list of kinds.'],
  ['BR-FR-18_', 'A reader is shown one readable form of the invoice.'],
  ['BR-FR-20_', 'Platforms read from this note how to process the invoice.'],
  [
    'BR-FR-21_',
    'The French directory lists electronic addresses under the SIREN of their company; under another SIREN an address is not found.',
  ],
  [
    'BR-FR-22_',
    'The French directory lists electronic addresses under the SIREN of their company; under another SIREN an address is not found.',
  ],
  ['BR-FR-23_', 'The French directory supports only addresses with these characters.'],
  ['BR-FR-25_', 'The French directory supports addresses of at most 125 characters.'],
  ['BR-FR-24_', 'Platforms accept private identifiers only with these characters.'],
  ['BR-FR-26_', 'Platforms accept private identifiers of at most 100 characters.'],
  ['BR-FR-27_', 'An attribute is a name or a code with a value; without either the meaning of the value is unknown.'],
  ['BR-FR-28-', 'An attribute is a name or a code with a value; without the value it has no meaning.'],
  [
    'BR-FR-29_',
    'The schemes AFL and AVV contain the number and the business process of an invoice or a sub-invoice. Each has one.',
  ],
  [
    'BR-FR-30_',
    'The schemes AFL and AVV contain the number and the business process of an invoice or a sub-invoice. Each has one.',
  ],
  ['BR-FR-30_BT-21', 'Platforms read from this note how to process the invoice, so there is one.'],
  ['BR-FR-31_', 'Platforms read from this note how to process the invoice, so there is one.'],
  ['BR-FR-32-', 'A SIREN has nine digits; a number with more or fewer identifies no company in the French directory.'],
  ['BR-FR-CO-03_', 'A global rebate refers to all invoices of a contract and a period instead of naming each.'],
  ['BR-FR-CO-04_', 'A corrected invoice replaces exactly one other.'],
  ['BR-FR-CO-05_', 'A credit note corrects an invoice, which must be identified by number and date.'],
  ['BR-FR-CO-07_', 'Nothing can be due before it is invoiced.'],
  ['BR-FR-CO-08_', 'A final invoice after a down payment is not itself one for a down payment.'],
  [
    'BR-FR-CO-09_',
    'The business processes 2 (B2, S2, M2) are for invoices that are already paid, so no amount may be due.',
  ],
  ['BR-FR-CO-10_', 'An identifier has a meaning only with its scheme, and a party has one per scheme.'],
  [
    'BR-FR-CO-12_',
    'In France VAT is declared in euro, regardless of the currency of the invoice (VAT Directive, article 230).',
  ],
  ['BR-FR-CO-14_', 'A member of a VAT group (assujetti unique) must state its membership on its invoices.'],
  [
    'BR-FR-CO-15_',
    'The VAT of a member is owed by its VAT group (assujetti unique), which is the tax representative on the invoice.',
  ],
  [
    'BR-FR-DEC-',
    'The French reform limits how many digits and decimals a number has, so that every platform can store it.',
  ],
  [
    'BR-FR-MV-',
    'An invoice of several sellers contains a sub-invoice of each. Each sub-invoice must be as complete as a separate invoice, and together they must add up to the whole.',
  ],
  [
    'BR-FR-BD-',
    'An invoice in both directions contains one sub-invoice of the seller and one of the buyer, and one of the two issues it for both.',
  ],
  [
    'BR-FREXT-',
    'EXTENDED-CTC-FR allows nested lines and elements that EN 16931 does not have. Its own rules replace those of the standard that no longer apply.',
  ],
  [
    'BR-FXEXT-',
    'Factur-X EXTENDED, and the French extension with it, allow nested lines and elements that EN 16931 does not have. Their own rules replace those of the standard that no longer apply.',
  ],
  [
    'BR-FX-EN-',
    'German law requires the time of the supply on an invoice (§ 14 UStG, 4, no. 6); without it the buyer may not deduct the VAT.',
  ],
  ...['FX-COUNT', 'FX-UNUSED', 'FX-ATTRIBUTE'].map((id): readonly [string, string] => [
    id,
    'A profile of Factur-X is a selection of elements, each so many times. A receiver who accepts the profile reads these, and may overlook or refuse others.',
  ]),
  [
    'FX-CODE',
    'Receivers process codes by program. A code that is not in the list of the profile means nothing to them.',
  ],
  ['UBL-FREXT-', 'EXTENDED-CTC-FR uses some elements that EN 16931 does not, and defines how much of them is read.'],
  ['CII-FREXT', 'EXTENDED-CTC-FR uses some elements that EN 16931 does not, and defines how much of them is read.'],
  ['CII-EXT-', 'EXTENDED-CTC-FR uses some elements that EN 16931 does not, and defines how much of them is read.'],

  [
    'CW-',
    'The official artefacts do not check this, but the law or the government requires it. The finding prevents a later rejection.',
  ],
  ...['CW-OLD-DATE', 'CW-FUTURE-DATE', 'CW-DELIVERY-DATE', 'CW-PERIOD', 'CW-PRECEDING-DATE'].map(
    (id): readonly [string, string] => [
      id,
      'No rule forbids the day, but it is probably a mistake: a wrong year passes every government, and only the buyer or an audit finds it. It is a warning, because the day may be intended.',
    ],
  ),
  [
    'CW-DUE-DATE',
    'The receiver of the invoice would be in arrears at once. It is a warning because no rule forbids it: the invoice may already be paid.',
  ],
  [
    'CW-CONSUMER-VAT',
    'A customer with a VAT number is invoiced as a business, regardless of other fields: governments and reports recognise consumers by the missing number.',
  ],
  [
    'CW-BE-CONSUMER',
    'Belgian law requires electronic invoices between businesses. On Peppol a receiver needs an electronic address, and private persons have none there.',
  ],
  [
    'CW-BE-CONSUMER-ADDRESS',
    'An address in the Peppol network belongs to a business, so one of the two is wrong: the mark, or the address of another party, who would get the invoice.',
  ],
  [
    'CW-FR-CHORUS-',
    'Chorus Pro accepts the deposit of the file and judges it hours later: it rejects a file without its own framework, SIRETs, means of payment with IBAN, short number and short file names, and the invoice starts again.',
  ],
  [
    'CW-SAME-ADDRESS',
    'Networks deliver to the electronic address alone, regardless of the name beside it. An address that was copied from the seller brings the invoice back to its sender, and the buyer never sees it.',
  ],
  [
    'CW-QUANTITY',
    'A line with the quantity zero costs nothing, regardless of its price. It is a warning because no rule forbids it: the line may be for information.',
  ],
  [
    'CW-TOTALS',
    'Both systems must book the same invoice. If the totals differ, one system has another price, rate or rounding, and the invoice would contradict the sender’s books.',
  ],
  [
    'CW-TOTAL-SIGN',
    'A credit note with a negative total is a claim that looks like a refund: both parties book the opposite of what was meant, and no government notices.',
  ],
  [
    'CW-PREPAYMENTS',
    'A final invoice states the whole performance and deducts what was invoiced before. If the advances exceed it, a line is missing or an advance belongs to another order.',
  ],
  [
    'CW-PREPAYMENT-AMOUNT',
    'The law asks for the advances and the VAT in them (in Germany § 14 (5) UStG): without a right deduction the seller owes the VAT twice, so the figures have to agree.',
  ],
  [
    'CW-PREPAYMENT-VAT',
    'The buyer has deducted the VAT of the advance invoice. It is a warning because a program may have added up the rounded VAT of lines.',
  ],
  ['CW-PREPAYMENT-TWICE', 'An advance is deducted once. The second deduction would lower what the buyer owes.'],
  [
    'CW-PREPAYMENT-SETTLED',
    'An advance lowers one final invoice. The service knows both invoices of the account; whether the first one was replaced, only you know, so it is a warning.',
  ],
  [
    'CW-CASH-DISCOUNT',
    'A customer who pays early deducts the discount without asking. If the invoice does not say of which amount and until when, both parties book another amount.',
  ],
  [
    'CW-PAYMENT-SCHEDULE',
    'The customer books one open item for each part. If the parts are not the whole, or another day stands beside theirs, neither party knows what is due when.',
  ],
  [
    'CW-RETENTION',
    'The customer pays the retained amount later, so both parties keep it as an open item of its own. If the invoice does not say how much it is and from when it is due, the rest is paid short.',
  ],
  [
    'CW-DE-CASH-DISCOUNT',
    'Programs of the receiver read a cash discount from the payment terms in a fixed form with two decimals (BR-DE-18). Another form is a text that a person has to read.',
  ],
  [
    'CW-IT-CASH-DISCOUNT',
    'FatturaPA has one discount for each payment. A second one would be another payment, and the sum of the payments would no longer be the amount due.',
  ],
  [
    'CW-CHECK-DIGIT',
    'The last digits of a VAT number reveal a mistyped one. A government rejects such an invoice, or delivers it to a stranger; so it is fatal in the live environment, where a warning would come too late.',
  ],
  [
    'CW-RO-SUPPLIER-CUI',
    'ANAF knows every seller by the fiscal code. A firm that is not registered for VAT has one as well, without RO.',
  ],
  [
    'CW-RO-CUSTOMER-CUI',
    'ANAF delivers the invoice to the buyer with this fiscal code. A firm that is not registered for VAT has one as well, without RO.',
  ],
  [
    'CW-SUPPLIER',
    'The cause is usually a wrong digit. The invoice would be sent through another company of the account, in the name of an unknown supplier, and without the address of its company.',
  ],
  [
    'CW-RO-ISSUE-DATE',
    'Romanian law sets a deadline of a few days from the issue of an invoice for its submission to RO e-Factura, and fines later submissions.',
  ],
  [
    'CW-RO-PAYMENT-TERMS',
    'The Romanian edition of EN 16931 requires a due date or terms of payment (BR-CO-25). If neither is given, the invoice is sent with default terms.',
  ],
]

/**
 * What the rules of every VAT category require, by their numbers; the text follows the reason of
 * the category.
 */
const OF_CATEGORIES: readonly (readonly [numbers: RegExp, why: string])[] = [
  [/-01$/, 'The VAT breakdown summarises lines, allowances and charges, so it contains each of their categories.'],
  [/-0[234]$/, 'The use of the category depends on who is registered for VAT, and the numbers on the invoice show it.'],
  [/-0[567]$/, 'The category determines which rates are possible.'],
  [/-08$/, 'The receiver adds up the amounts of the category and compares.'],
  [/-09$/, 'The receiver recalculates the tax and compares.'],
  [/^BR-(?:S|Z|AF|AG|IG|IP)-10$/, 'An exemption reason would contradict the category.'],
  [/-10$/, 'An invoice without VAT has to state the reason.'],
]

const OF_CATEGORY = /^BR-(?:S|Z|E|AE|IC|G|O|AF|AG|IG|IP)-(?:0\d|10)$/

/** Why a rule exists. Throws on an id without a reason: a new kind of rule needs one. */
export function reasonFor(id: string): string {
  let found: readonly [string, string] | undefined
  for (const row of REASONS)
    if (id.startsWith(row[0]) && (found === undefined || row[0].length > found[0].length)) found = row
  if (found === undefined) throw new Error(`no reason is written for ${id}`)
  const ofNumber = OF_CATEGORY.test(id) ? OF_CATEGORIES.find(([numbers]) => numbers.test(id)) : undefined
  return ofNumber === undefined ? found[1] : `${found[1]} ${ofNumber[1]}`
}
