/**
 * Why rules are there, in our words: by how ids begin, of several the longest that fits. Laws are
 * named by their articles where a rule stands for one; where the standard gives no reason, what
 * the rule spares the receiver is said.
 */
const REASONS: readonly (readonly [beginning: string, why: string])[] = [
  [
    'XML',
    'A receiver reads invoices by program. What is no well-formed XML has no elements that a program could find, and a document type declaration can make a reader load files or fill its memory.',
  ],
  [
    'XSD',
    'The schema says which elements a document may have, in which order and of which type. A receiver reads only documents that obey it, and most governments refuse the others before they look at any rule.',
  ],
  [
    'PROFILE',
    'A country takes certain syntaxes alone. Its rules are written for these, so a document in another one cannot be judged by them.',
  ],
  [
    'CW-MORE-FINDINGS',
    'At most 1,000 findings are listed of one invoice. Nobody mends more at once, and the answer stays small whatever was sent.',
  ],

  [
    '00',
    'SdI makes this control when it receives a file. One that fails it is rejected and counts as not issued: it has to be corrected and sent again within five days.',
  ],
  ...['00400', '00401', '00413', '00414', '00429', '00430', '00444', '00445'].map((code): readonly [string, string] => [
    code,
    'Where no VAT is charged the law wants the reason (DPR 633/1972, art. 21, 6), and FatturaPA has a code for it, Natura: the VAT register of the buyer is kept by it. SdI rejects a file in which rate and code contradict each other.',
  ]),
  ...['00419', '00421', '00422', '00423', '00443'].map((code): readonly [string, string] => [
    code,
    'The tax agency fills the VAT registers of seller and buyer from the summary of the invoice, so SdI computes it anew and rejects a file in which it does not add up.',
  ]),
  ...['00411', '00415'].map((code): readonly [string, string] => [
    code,
    'The buyer pays withheld tax to the state instead of the seller, and needs to know which and how much.',
  ]),
  ...['00471', '00472', '00473', '00474', '00475', '00476'].map((code): readonly [string, string] => [
    code,
    'The type of the document tells who issues it for whom. The tax agency books it by that, so parties that do not go with the type are rejected.',
  ]),
  [
    '00417',
    'The tax agency books an invoice with the buyer by its VAT number or fiscal code; without either nobody could deduct it.',
  ],
  ['00427', 'The length of the recipient code tells offices of the administration (6) from all others (7).'],
  [
    '00426',
    'The recipient code 0000000 sends SdI to the certified mailbox; with any other code the mailbox has no meaning.',
  ],

  [
    'KSEF:',
    'KSeF makes this check when it receives a document. One that fails it is refused with status 430 or 450 and counts as not issued.',
  ],
  [
    'CW-PL-',
    'KSeF computes nothing: an invoice with wrong sums or marks is legally issued the moment it has a KSeF number, and can then only be corrected by another one. So we look before.',
  ],
  [
    'CW-IT-NO-PLACE',
    'What the format has no element for does not reach the customer. Callers send it all the same, since other countries ask for it; so it is a warning.',
  ],
  [
    'CW-IT-NO-EXCHANGE',
    'A rate converts the amounts of an invoice in another currency. Of one in EUR either the rate or the currency is a slip.',
  ],
  ['CW-IT-', 'SdI takes the document without it, but law or the receiver asks for it.'],

  [
    'BR-',
    'EN 16931 asks for this of every invoice, so that any receiver in the EU can book and pay it without asking back.',
  ],
  [
    'BR-01',
    'The specification identifier tells the receiver by which rules the invoice was made, and so which program can read it.',
  ],
  [
    'BR-02',
    'An invoice is told from every other by its number. The VAT Directive asks for a sequential number that identifies the invoice (article 226, no. 2).',
  ],
  [
    'BR-03',
    'Terms of payment and the VAT return count from the day of issue. The VAT Directive asks for it on every invoice (article 226, no. 1).',
  ],
  [
    'BR-04',
    'The type says whether the document is to be paid, credited or set off. Without it a receiver cannot book it.',
  ],
  ['BR-05', 'Every amount of the invoice is in this currency; without it no amount means anything.'],
  ['BR-06', 'The VAT Directive asks for the full name of the supplier (article 226, no. 5).'],
  ['BR-07', 'The VAT Directive asks for the full name of the customer (article 226, no. 5).'],
  ['BR-08', 'The VAT Directive asks for the address of the supplier (article 226, no. 5).'],
  ['BR-09', 'Where the seller is decides which country’s VAT rules apply.'],
  ['BR-10', 'The VAT Directive asks for the address of the customer (article 226, no. 5).'],
  ['BR-11', 'Where the buyer is decides whether a supply is domestic, intra-community or an export.'],
  ['BR-12', 'The totals let a receiver check the invoice and find what was lost on the way: first that of the lines.'],
  ['BR-13', 'The total without VAT is what the receiver books as cost, and what VAT is computed from.'],
  ['BR-14', 'The total with VAT is what the invoice is about, before what was paid already.'],
  ['BR-15', 'The amount due is what the buyer pays. It may be zero, but it must be said.'],
  [
    'BR-16',
    'An invoice is for something: the VAT Directive asks for the quantity and nature of the goods or the extent and nature of the services (article 226, no. 6).',
  ],
  [
    'BR-17',
    'A payee is named only where the money goes to somebody else than the seller, such as a factoring company. Then the buyer has to know whom it pays.',
  ],
  [
    'BR-18',
    'Where a tax representative owes the VAT in place of the seller, the VAT Directive asks for its full name (article 226, no. 15).',
  ],
  [
    'BR-19',
    'Where a tax representative owes the VAT in place of the seller, the VAT Directive asks for its address (article 226, no. 15).',
  ],
  ['BR-20', 'The country of the tax representative is the one whose VAT it answers for.'],
  ['BR-21', 'Claims, credit notes and orders refer to a line by its identifier.'],
  [
    'BR-22',
    'The VAT Directive asks for the quantity of what was supplied (article 226, no. 6), and price times quantity is what the line costs.',
  ],
  ['BR-23', 'A quantity without a unit can be neither checked against the delivery nor multiplied by a price.'],
  ['BR-24', 'The totals are computed from the net amounts of the lines.'],
  ['BR-25', 'The VAT Directive asks for the nature of what was supplied (article 226, no. 6).'],
  ['BR-26', 'The VAT Directive asks for the unit price exclusive of VAT (article 226, no. 8).'],
  [
    'BR-27',
    'What is taken back is written as a negative quantity. A negative price beside it would turn the sign a second time.',
  ],
  [
    'BR-28',
    'What is taken back is written as a negative quantity. A negative price beside it would turn the sign a second time.',
  ],
  ['BR-29', 'A period that ends before it begins is a slip; nothing can be allocated to it.'],
  ['BR-30', 'A period that ends before it begins is a slip; nothing can be allocated to it.'],
  ['BR-31', 'An allowance changes the total; without an amount nobody can say by how much.'],
  ['BR-32', 'An allowance on the document lowers the taxable amount of one VAT category, so it must say which.'],
  ['BR-33', 'The buyer has to see what a deduction is for, in words or by a code.'],
  ['BR-36', 'A charge changes the total; without an amount nobody can say by how much.'],
  ['BR-37', 'A charge on the document raises the taxable amount of one VAT category, so it must say which.'],
  ['BR-38', 'The buyer has to see what a surcharge is for, in words or by a code.'],
  ['BR-41', 'An allowance changes the net amount of its line; without an amount nobody can say by how much.'],
  ['BR-42', 'The buyer has to see what a deduction is for, in words or by a code.'],
  ['BR-43', 'A charge changes the net amount of its line; without an amount nobody can say by how much.'],
  ['BR-44', 'The buyer has to see what a surcharge is for, in words or by a code.'],
  ['BR-45', 'The VAT Directive asks for the taxable amount per rate or exemption (article 226, no. 8).'],
  [
    'BR-46',
    'The VAT Directive asks for the VAT amount payable (article 226, no. 10). The buyer deducts it category by category.',
  ],
  [
    'BR-47',
    'The category says whether VAT is due, is zero, or is owed by somebody else; without it the entry cannot be booked.',
  ],
  [
    'BR-48',
    'The VAT Directive asks for the VAT rate applied (article 226, no. 9). Only what is outside the scope of VAT has none.',
  ],
  [
    'BR-49',
    'Whoever gives details of a payment has to say what kind of payment it is, so that the buyer can start it.',
  ],
  ['BR-50', 'A credit transfer goes to an account; without its number the buyer cannot pay.'],
  [
    'BR-51',
    'The security standards for payment cards forbid to show the whole number of a card. Some of its digits are enough to recognise it.',
  ],
  ['BR-52', 'Line and text refer to a supporting document by its reference.'],
  [
    'BR-53',
    'Where VAT is accounted for in another currency, the VAT Directive asks for the VAT amount in that currency (article 230).',
  ],
  ['BR-54', 'An attribute is a name with a value: `Colour` alone says nothing, and neither does `black`.'],
  ['BR-55', 'A reference to a preceding invoice is of use only if it tells its number.'],
  [
    'BR-56',
    'Where a tax representative owes the VAT, the VAT Directive asks for its VAT identification number (article 226, no. 15).',
  ],
  ['BR-57', 'The country that goods go to decides whose VAT applies, so an address of delivery must name it.'],
  ['BR-61', 'Who asks for a credit transfer has to say to which account.'],
  [
    'BR-62',
    'An electronic address is of use only with its scheme: the same digits may be a GLN, a VAT number or a company number.',
  ],
  [
    'BR-63',
    'An electronic address is of use only with its scheme: the same digits may be a GLN, a VAT number or a company number.',
  ],
  ['BR-64', 'Digits become an article number only by the scheme that they belong to, for example 0160 for a GTIN.'],
  ['BR-65', 'A class is one of a classification; the same code means something else in another.'],
  ['BR-66', 'EN 16931 knows one payment card for an invoice.'],
  ['BR-67', 'EN 16931 knows one direct debit mandate for an invoice.'],

  ['BR-CO-', 'Elements that say the same thing twice must agree, so that sender and receiver read one invoice.'],
  [
    'BR-CO-03',
    'The tax point is given as a date, or as a code that tells which event fixes it. Both at once could contradict each other.',
  ],
  ['BR-CO-04', 'The VAT of a line follows from its category; the breakdown gathers lines by it.'],
  [
    'BR-CO-09',
    'The prefix tells which country gave the number, as the VAT Directive asks (article 215). Greece may use EL.',
  ],
  [
    'BR-CO-10',
    'A receiver adds the lines up and compares. If the sum differs, a line was lost or changed on the way, or somebody rounded twice.',
  ],
  ['BR-CO-11', 'A receiver adds the allowances up and compares. If the sum differs, one was lost or changed.'],
  ['BR-CO-12', 'A receiver adds the charges up and compares. If the sum differs, one was lost or changed.'],
  [
    'BR-CO-13',
    'The totals follow from one another, so that anybody can check the invoice: lines, less allowances, plus charges.',
  ],
  [
    'BR-CO-14',
    'The VAT of an invoice is computed category by category and then added up; rounding line by line gives another sum.',
  ],
  [
    'BR-CO-15',
    'The buyer pays the total with VAT and deducts the VAT. The three totals must agree to the cent, or one of them is wrong in somebody’s books.',
  ],
  ['BR-CO-16', 'The amount due is what is left of the total: less what was paid, plus what it is rounded by.'],
  [
    'BR-CO-17',
    'VAT is the taxable amount of a category times its rate, to two decimals. The receiver computes the same.',
  ],
  [
    'BR-CO-18',
    'The VAT Directive asks for taxable amount and rate of each category (article 226, nos. 8 and 9), so there is at least one entry.',
  ],
  ['BR-CO-19', 'A period without start and end says nothing.'],
  ['BR-CO-20', 'A period without start and end says nothing.'],
  ['BR-CO-21', 'The buyer has to see what a deduction is for, in words or by a code.'],
  ['BR-CO-22', 'The buyer has to see what a surcharge is for, in words or by a code.'],
  ['BR-CO-23', 'The buyer has to see what a deduction is for, in words or by a code.'],
  ['BR-CO-24', 'The buyer has to see what a surcharge is for, in words or by a code.'],
  ['BR-CO-25', 'Where money is due the buyer has to know by when.'],
  [
    'BR-CO-26',
    'The buyer’s program looks the supplier up by a number, not by a name: a VAT identifier, a legal registration or another identifier.',
  ],
  ['BR-CO-27', 'An account is known by an IBAN or by another number. Both at once could mean two accounts.'],

  [
    'BR-DEC-',
    'Amounts of money have at most two decimals in EN 16931. More would make receivers round, each in its own way, and totals would differ by cents. Prices may have more.',
  ],
  [
    'BR-CL-',
    'A code means something only by the list that it comes from. Receivers’ programs know the codes of the list that the standard names, and no others.',
  ],
  [
    'BR-CL-08',
    'In UBL the subject of a note stands in the text itself, between number signs. Between them only a code of UNTDID 4451 is a subject.',
  ],
  [
    'BR-CL-23',
    'Receivers compare quantities with orders and deliveries by program. It knows the units of UN/ECE Recommendations 20 and 21: `HUR` is an hour, `hours` is not.',
  ],
  [
    'BR-CL-24',
    'A receiver must be able to open an attachment. The list has the types that every receiver can be expected to open.',
  ],
  ['BR-CL-25', 'Networks find a receiver by address and scheme. A scheme outside of the list leads nowhere.'],

  [
    'BR-S-',
    'What is standard rated bears VAT at a rate above zero: also the reduced rates belong here. The buyer deducts the VAT that the breakdown shows, so lines and breakdown must agree for each rate, and the seller must be registered for VAT.',
  ],
  [
    'BR-Z-',
    'Zero rated is taxed at the rate 0: the seller keeps the right to deduct and needs a VAT number, the buyer pays no VAT, and no exemption is claimed.',
  ],
  [
    'BR-E-',
    'What is exempt bears no VAT, and the invoice must say by which exemption (VAT Directive, article 226, no. 11). The seller remains a taxable person and shows its number.',
  ],
  [
    'BR-AE-',
    'Under reverse charge the buyer owes the VAT (VAT Directive, articles 194 to 199b). The invoice shows none, says so (article 226, no. 11a), and names both VAT numbers so that the two returns can be matched.',
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
    'What is outside the scope of VAT has no rate and no VAT number beside it. It does not go together with any other category on one invoice.',
  ],
  [
    'BR-AF-',
    'IGIC is the indirect tax of the Canary Islands, where the VAT Directive does not apply (article 6). It stands in the VAT breakdown under a category of its own, with its own rates.',
  ],
  [
    'BR-IG-',
    'IGIC is the indirect tax of the Canary Islands, where the VAT Directive does not apply (article 6). It stands in the VAT breakdown under a category of its own, with its own rates.',
  ],
  [
    'BR-AG-',
    'IPSI is the indirect tax of Ceuta and Melilla, where the VAT Directive does not apply (article 6). It stands in the VAT breakdown under a category of its own, with its own rates.',
  ],
  [
    'BR-IP-',
    'IPSI is the indirect tax of Ceuta and Melilla, where the VAT Directive does not apply (article 6). It stands in the VAT breakdown under a category of its own, with its own rates.',
  ],
  [
    'BR-B-',
    'Under Italian split payment (scissione dei pagamenti) the buyer, mostly a public body, pays the VAT straight to the treasury. It exists on domestic Italian invoices only, and not beside the standard rate.',
  ],
  ['BR-IC-11', 'When the goods were delivered decides in which period both sides report the supply.'],
  ['BR-IC-12', 'The supply is exempt because the goods go to another member state, so the invoice must say to which.'],
  [
    'BR-O-11',
    'An invoice that VAT does not apply to shows no VAT number, which all other categories ask for. So the two cannot stand on one invoice.',
  ],
  [
    'BR-O-12',
    'An invoice that VAT does not apply to shows no VAT number, which all other categories ask for. So the two cannot stand on one invoice.',
  ],
  [
    'BR-O-13',
    'An invoice that VAT does not apply to shows no VAT number, which all other categories ask for. So the two cannot stand on one invoice.',
  ],
  [
    'BR-O-14',
    'An invoice that VAT does not apply to shows no VAT number, which all other categories ask for. So the two cannot stand on one invoice.',
  ],

  [
    'UBL-CR-',
    'UBL has many elements for orders, catalogues and transport that EN 16931 does not have. Receivers need not read them, so whatever stands there may be lost on the way without a word.',
  ],
  ['UBL-SR-', 'UBL lets the element be repeated, EN 16931 has it once. Of several a receiver would take any one.'],
  [
    'UBL-DT-',
    'UBL’s types have attributes for lists, agencies and languages that EN 16931 does not use. Receivers need not read them.',
  ],
  [
    'UBL-DT-01',
    'Amounts of money have at most two decimals in EN 16931, so that every receiver computes the same totals.',
  ],
  ['UBL-DT-06', 'A receiver opens an attachment with the program that its media type asks for.'],
  ['UBL-DT-07', 'A receiver stores an attachment under its file name.'],
  [
    'CII-SR-',
    'A Cross Industry Invoice has many elements that EN 16931 does not have, and may repeat what EN 16931 has once. Receivers need not read the former, and of the latter would take any one.',
  ],
  [
    'CII-DT-',
    'The types of a Cross Industry Invoice have attributes and parts that EN 16931 does not use. Receivers need not read them.',
  ],

  [
    'BR-RO-',
    'Romania’s RO e-Factura asks for this beyond EN 16931 (CIUS-RO). ANAF judges every invoice by it and refuses those that break it.',
  ],
  ['BR-RO-L', 'ANAF stores invoices in fields of fixed length and refuses what is longer.'],
  ['BR-RO-A', 'ANAF limits how often an element may stand on one invoice.'],
  ['BR-RO-DT', 'ANAF takes dates in one form only: year, month and day with hyphens.'],
  ['BR-DEC-RO-', 'ANAF takes amounts with at most two decimals, as EN 16931 has them.'],
  ['BR-RO-001', 'The specification identifier tells ANAF by which rules the invoice was made.'],
  ['BR-RO-010', 'ANAF wants a number that can be told apart from a word: one digit at least.'],
  ['BR-RO-020', 'Romania admits certain types of invoices and credit notes only.'],
  ['BR-RO-030', 'VAT is accounted for in lei in Romania, whatever the currency of the invoice is.'],
  [
    'BR-RO-040',
    'The codes say which event fixes the tax point; Romania admits those of the invoice, the delivery and the payment.',
  ],
  ['BR-RO-065', 'ANAF books the invoice to the seller by its tax number.'],
  ['BR-RO-10', 'ANAF knows places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  ['BR-RO-11', 'ANAF knows places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  ['BR-RO-16', 'ANAF knows places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  ['BR-RO-17', 'ANAF knows places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  ['BR-RO-202', 'ANAF knows places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  ['BR-RO-212', 'ANAF knows places by codes: a county by its code of ISO 3166-2, and within Bucharest the sector.'],
  ['BR-RO-08', 'Romania asks for a full address: street and city as well.'],
  ['BR-RO-09', 'Romania asks for a full address: street and city as well.'],
  ['BR-RO-14', 'Romania asks for a full address: street and city as well.'],
  ['BR-RO-15', 'Romania asks for a full address: street and city as well.'],
  ['BR-RO-18', 'Romania asks for a full address: street and city as well.'],
  ['BR-RO-20', 'Romania asks for a full address: street and city as well.'],
  ['BR-RO-211', 'Where goods leave Romania for another country of the EU, the region that they go to must be told.'],
  ['BR-RO-120', 'ANAF delivers the invoice to the buyer by its tax number.'],

  [
    'PEPPOL-',
    'Peppol narrows EN 16931 so that any receiver on the network can read any invoice without an agreement beforehand.',
  ],
  [
    'PEPPOL-COMMON-',
    'Such identifiers have check digits or a fixed form. A slip in one leads the document to nobody, or to somebody else.',
  ],
  ['PEPPOL-EN16931-CL', 'Peppol takes the codes of the lists that it publishes. Receivers’ programs know no others.'],
  ['PEPPOL-EN16931-F001', 'Receivers’ programs read dates in one form only: year, month and day with hyphens.'],
  [
    'PEPPOL-EN16931-P01',
    'The code of an exemption belongs to one VAT category. With another one the invoice contradicts itself.',
  ],
  ['PEPPOL-EN16931-P0100', 'Peppol lists the types of documents that its receivers can process.'],
  ['PEPPOL-EN16931-P0101', 'Peppol lists the types of documents that its receivers can process.'],
  [
    'PEPPOL-EN16931-P0112',
    'Partial and corrected invoices (326, 384) are in use between German parties; other receivers on Peppol need not process them.',
  ],
  ['PEPPOL-EN16931-R001', 'The business process tells the receiver’s access point what the document is for.'],
  [
    'PEPPOL-EN16931-R002',
    'Several notes leave open in which order they are to be read. German parties may give several to each other.',
  ],
  ['PEPPOL-EN16931-R003', 'The buyer finds order or department by this reference.'],
  ['PEPPOL-EN16931-R004', 'The network routes a document by its specification identifier.'],
  [
    'PEPPOL-EN16931-R005',
    'An accounting currency is given only where it differs from that of the invoice; else the VAT total would stand there twice.',
  ],
  [
    'PEPPOL-EN16931-R007',
    'The network routes a document by its business process; one that Peppol does not know leads nowhere.',
  ],
  ['PEPPOL-EN16931-R008', 'An empty element says nothing, and many programs take it for a value.'],
  [
    'PEPPOL-EN16931-R010',
    'The network delivers to the electronic address of the buyer; without one the document has no way.',
  ],
  ['PEPPOL-EN16931-R020', 'Answers and reports of delivery go to the electronic address of the seller.'],
  [
    'PEPPOL-EN16931-R04',
    'The receiver computes allowances and charges anew: amount, base amount and percentage must agree.',
  ],
  [
    'PEPPOL-EN16931-R05',
    'VAT is stated once in the currency of the invoice and once in the accounting currency, where there is one. Amounts in any other could not be added up.',
  ],
  ['PEPPOL-EN16931-R061', 'A bank debits an account under a mandate; without its reference the debit is refused.'],
  ['PEPPOL-EN16931-R080', 'EN 16931 has one project for an invoice.'],
  ['PEPPOL-EN16931-R10', 'A line has one object in EN 16931, and no other references to documents.'],
  ['PEPPOL-EN16931-R11', 'The invoicing period of the document is the frame for the periods of its lines.'],
  [
    'PEPPOL-EN16931-R12',
    'The receiver computes the line anew from quantity and price; if it gets another amount it cannot approve the line.',
  ],
  ['PEPPOL-EN16931-R130', 'Price and quantity must be in the same unit, or their product means nothing.'],

  [
    'DE-R-',
    'Between German parties Peppol applies rules of XRechnung, so that an invoice is complete for a German receiver.',
  ],
  [
    'DK-R-',
    'Danish sellers follow the Danish rules within Peppol: companies are known by their CVR number, and Danish means of payment have forms of their own.',
  ],
  [
    'GR-',
    'Greek sellers report invoices to AADE’s myDATA, which gives each its MARK number. The Greek rules within Peppol tie the document to that report.',
  ],
  [
    'IS-R-',
    'Icelandic parties are known by their kennitala and accounts have a national form. The Icelandic rules within Peppol ask for both.',
  ],
  [
    'IT-R-',
    'Italian sellers follow the Italian rules within Peppol, so that an invoice can be turned into one of the national system.',
  ],
  [
    'NL-R-',
    'Dutch sellers follow the Dutch rules within Peppol: registrations by KVK or OIN, full addresses, and means of payment that are used there.',
  ],
  [
    'NO-R-',
    'Norwegian law asks for the organisation number with MVA, and of registered companies for the word Foretaksregisteret.',
  ],
  [
    'SE-R-',
    'Swedish sellers follow the Swedish rules within Peppol: the form of VAT and organisation numbers, the note on F-tax, Swedish rates and giro accounts.',
  ],

  [
    'BR-DE-',
    'XRechnung asks for this beyond EN 16931, as German public authorities need it to process an invoice without asking back.',
  ],
  ['BR-DE-1', 'German receivers pay by program: the invoice has to say how.'],
  [
    'BR-DE-14',
    'XRechnung asks for a rate in every entry of the VAT breakdown, so that the receiver’s program finds one in each.',
  ],
  [
    'BR-DE-15',
    'Authorities route an invoice by the Leitweg-ID in the buyer reference; without one it reaches no department.',
  ],
  [
    'BR-DE-16',
    'German law asks for the tax number or the VAT number of the supplier on every invoice (§ 14 Abs. 4 Nr. 2 UStG).',
  ],
  ['BR-DE-17', 'Types beyond these are unknown to German receivers’ programs.'],
  ['BR-DE-18', 'XRechnung writes cash discounts into the terms of payment in a form that programs can read.'],
  ['BR-DE-19', 'A SEPA credit transfer goes to an IBAN. Its check digits tell a slip before the bank does.'],
  ['BR-DE-2', 'An authority asks the contact of the seller when something is unclear.'],
  ['BR-DE-20', 'A SEPA direct debit is drawn from an IBAN. Its check digits tell a slip before the bank does.'],
  ['BR-DE-21', 'The specification identifier tells the receiver by which rules the invoice was made.'],
  ['BR-DE-22', 'Receivers store attachments under their file names; of two that are the same one would be lost.'],
  ['BR-DE-23', 'Code and details of a payment must fit each other, or the receiver’s program starts the wrong one.'],
  ['BR-DE-24', 'Code and details of a payment must fit each other, or the receiver’s program starts the wrong one.'],
  ['BR-DE-25', 'Code and details of a payment must fit each other, or the receiver’s program starts the wrong one.'],
  ['BR-DE-26', 'Who corrects an invoice has to say which one (§ 31 Abs. 5 UStDV).'],
  ['BR-DE-27', 'An authority calls the contact of the seller when something is unclear.'],
  ['BR-DE-28', 'An authority writes to the contact of the seller when something is unclear.'],
  ['BR-DE-3', 'XRechnung asks for a full address; German law does so too (§ 14 Abs. 4 Nr. 1 UStG).'],
  ['BR-DE-30', 'A SEPA direct debit names the creditor by the identifier that its bank assigned.'],
  ['BR-DE-31', 'The buyer has to know which of its accounts is debited.'],
  ['BR-DE-4', 'XRechnung asks for a full address; German law does so too (§ 14 Abs. 4 Nr. 1 UStG).'],
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
  ['BR-DE-8', 'XRechnung asks for a full address; German law does so too (§ 14 Abs. 4 Nr. 1 UStG).'],
  ['BR-DE-9', 'XRechnung asks for a full address; German law does so too (§ 14 Abs. 4 Nr. 1 UStG).'],
  ['BR-DE-10', 'Where goods were delivered to another address, the receiver needs all of it to find the delivery.'],
  ['BR-DE-11', 'Where goods were delivered to another address, the receiver needs all of it to find the delivery.'],
  ['BR-DE-TMP-32', 'German law asks for the time of the supply on every invoice (§ 14 Abs. 4 Nr. 6 UStG).'],
  [
    'BR-DE-CVD-',
    'Authorities report the vehicles that they procure under the Clean Vehicles Directive (EU) 2019/1161. This profile of XRechnung holds what the report needs.',
  ],
  [
    'BR-TMP-CVD-',
    'Authorities report the vehicles that they procure under the Clean Vehicles Directive (EU) 2019/1161. This profile of XRechnung holds what the report needs.',
  ],
  [
    'BR-DEX-',
    'The extension of XRechnung adds sub invoice lines, third party payments and schemes of its own, and says what must hold for them.',
  ],
  ['BR-TMP-2', 'A receiver fetches a linked document by its URL; a relative one leads nowhere.'],
  ['BR-TMP-3', 'The discount on a price is the gross price less the net price, so both must be for the same quantity.'],

  [
    'BR-FR-',
    'The French reform of e-invoicing asks for this of the invoices that platforms exchange (flow 2). A platform rejects those that break it.',
  ],
  ['BR-FR-01_', 'Platforms and the administration tell invoices apart by their numbers, in a field of 35 characters.'],
  ['BR-FR-02_', 'Numbers become part of file names and keys, so they have a small set of characters.'],
  ['BR-FR-03_', 'A date outside of this century is a slip.'],
  ['BR-FR-04_', 'The French reform admits certain types of documents only.'],
  [
    'BR-FR-05_',
    'The Code de commerce (article L441-9) asks invoices between businesses for the penalties for late payment, the fixed sum for recovery costs and the terms of discount. Each is a note with a subject code of its own.',
  ],
  ['BR-FR-06_', 'A note with such a subject is read by program, so there is one of each.'],
  [
    'BR-FR-08_BT-23',
    'The business process tells whether goods or services were sold and where the invoice stands (paid, after a down payment …): VAT falls due at different times.',
  ],
  [
    'BR-FR-08_BT-151',
    'These categories stand for taxes of the Canary Islands, Ceuta and Melilla; France has no such tax.',
  ],
  [
    'BR-FR-09_',
    'A SIRET is a SIREN of nine digits and five more for the establishment. One that begins otherwise belongs to another company.',
  ],
  ['BR-FR-10_', 'The French directory knows companies by their SIREN.'],
  ['BR-FR-11_', 'The French directory knows companies by their SIREN.'],
  ['BR-FR-12_', 'Platforms find the receiver by its electronic address.'],
  ['BR-FR-13_', 'Platforms answer the sender at its electronic address.'],
  ['BR-FR-15_', 'France uses these VAT categories only; the others stand for taxes of other countries.'],
  ['BR-FR-16_', 'France has these VAT rates only.'],
  ['BR-FR-17_', 'Platforms sort attachments by a list of kinds.'],
  ['BR-FR-18_', 'A reader is shown one readable form of the invoice.'],
  ['BR-FR-20_', 'Platforms read from this note how the invoice is to be treated.'],
  [
    'BR-FR-21_',
    'The French directory lists electronic addresses under the SIREN of their company; another one is not found.',
  ],
  [
    'BR-FR-22_',
    'The French directory lists electronic addresses under the SIREN of their company; another one is not found.',
  ],
  ['BR-FR-23_', 'The French directory knows addresses with these characters only.'],
  ['BR-FR-25_', 'The French directory knows addresses of at most 125 characters.'],
  ['BR-FR-24_', 'Platforms take private identifiers with these characters only.'],
  ['BR-FR-26_', 'Platforms take private identifiers of at most 100 characters.'],
  [
    'BR-FR-27_',
    'An attribute is a name or a code with a value; without one of the two nobody can tell what the value is of.',
  ],
  ['BR-FR-28-', 'An attribute is a name or a code with a value; without the value it says nothing.'],
  [
    'BR-FR-29_',
    'The schemes AFL and AVV tell the number and the business process of an invoice or a sub-invoice. Each has one.',
  ],
  [
    'BR-FR-30_',
    'The schemes AFL and AVV tell the number and the business process of an invoice or a sub-invoice. Each has one.',
  ],
  ['BR-FR-30_BT-21', 'Platforms read from this note how the invoice is to be treated, so there is one.'],
  ['BR-FR-31_', 'Platforms read from this note how the invoice is to be treated, so there is one.'],
  ['BR-FR-32-', 'A SIREN has nine digits; what has more or fewer identifies nobody in the French directory.'],
  ['BR-FR-CO-03_', 'A global rebate concerns all invoices of a contract and a period, in place of naming each.'],
  ['BR-FR-CO-04_', 'A corrected invoice takes the place of exactly one other.'],
  ['BR-FR-CO-05_', 'A credit note corrects an invoice, which must be known by number and date.'],
  ['BR-FR-CO-07_', 'Nothing can be due before it is invoiced.'],
  ['BR-FR-CO-08_', 'A final invoice after a down payment is not itself one for a down payment.'],
  [
    'BR-FR-CO-09_',
    'The business processes 2 (B2, S2, M2) are for invoices that are paid already, so nothing may be left to pay.',
  ],
  ['BR-FR-CO-10_', 'An identifier means something only with its scheme, and a party has one of each.'],
  [
    'BR-FR-CO-12_',
    'VAT is declared in euro in France, whatever the currency of the invoice is (VAT Directive, article 230).',
  ],
  ['BR-FR-CO-14_', 'A member of a VAT group (assujetti unique) must say on its invoices that it is one.'],
  [
    'BR-FR-CO-15_',
    'The VAT of a member is owed by its VAT group (assujetti unique), which stands on the invoice as tax representative.',
  ],
  [
    'BR-FR-DEC-',
    'The French reform limits how many digits and decimals a number has, so that every platform can store it.',
  ],
  [
    'BR-FR-MV-',
    'An invoice of several sellers holds a sub-invoice of each, which must be as complete as one of its own and add up to the whole.',
  ],
  [
    'BR-FR-BD-',
    'An invoice in both directions holds one sub-invoice of the seller and one of the buyer, and is made out by one of the two for both.',
  ],
  [
    'BR-FREXT-',
    'EXTENDED-CTC-FR allows lines under lines and more than EN 16931 has. Its own rules take the place of those of the standard that no longer fit.',
  ],
  [
    'BR-FXEXT-',
    'EXTENDED-CTC-FR allows lines under lines and more than EN 16931 has. Its own rules take the place of those of the standard that no longer fit.',
  ],
  [
    'UBL-FREXT-',
    'EXTENDED-CTC-FR has a place for some elements that EN 16931 has none for, and says how much of them is read.',
  ],
  [
    'CII-FREXT',
    'EXTENDED-CTC-FR has a place for some elements that EN 16931 has none for, and says how much of them is read.',
  ],
  [
    'CII-EXT-',
    'EXTENDED-CTC-FR has a place for some elements that EN 16931 has none for, and says how much of them is read.',
  ],

  [
    'CW-',
    'The official artefacts do not look at this, and the law or the government does. Better told now than by a refusal.',
  ],
  ...['CW-OLD-DATE', 'CW-FUTURE-DATE', 'CW-DELIVERY-DATE', 'CW-PERIOD', 'CW-PRECEDING-DATE'].map(
    (id): readonly [string, string] => [
      id,
      'No rule forbids the day, and hardly anybody means it: a slip in the year passes every government and is found by the buyer, or by an audit. It is a warning, since the day may be meant.',
    ],
  ),
  [
    'CW-DUE-DATE',
    'Whoever gets the invoice would be in arrears at once. No rule forbids it, since an invoice may be about what was paid already; so it is a warning.',
  ],
  [
    'CW-CONSUMER-VAT',
    'A customer with a VAT number is invoiced as a business, whatever else is said of it: governments and reports tell consumers by the number that they do not have.',
  ],
  [
    'CW-BE-CONSUMER',
    'Belgian law asks for electronic invoices between businesses. On Peppol nobody is found without an electronic address, and private persons have none there.',
  ],
  [
    'CW-QUANTITY',
    'A line with the quantity zero costs nothing, whatever its price. No rule forbids it, since a line may be there to inform; so it is a warning.',
  ],
  [
    'CW-TOTALS',
    'Both systems must book the same invoice. Where they differ, one of them has another price, rate or rounding, and the invoice would contradict the books of the one that sends it.',
  ],
  [
    'CW-SUPPLIER',
    'Mostly a wrong digit. The invoice would go out through another company of the account, in the name of a supplier that nobody here knows, and without the address that its company has.',
  ],
  [
    'CW-RO-ISSUE-DATE',
    'Romanian law sets a deadline of few days from the issue of an invoice to hand it over to RO e-Factura, and a fine for what comes later.',
  ],
  [
    'CW-RO-PAYMENT-TERMS',
    'The Romanian edition of EN 16931 asks for a due date or terms of payment (BR-CO-25). Where neither is given, the invoice goes out with terms of ours.',
  ],
]

/**
 * What the rules of every VAT category ask of it, by their numbers; it follows on what the
 * category is.
 */
const OF_CATEGORIES: readonly (readonly [numbers: RegExp, why: string])[] = [
  [
    /-01$/,
    'The VAT breakdown gathers what lines, allowances and charges say, so each category that they have stands there.',
  ],
  [
    /-0[234]$/,
    'Who may use the category depends on who is registered for VAT, and the numbers on the invoice show it.',
  ],
  [/-0[567]$/, 'The category decides which rates are possible.'],
  [/-08$/, 'The receiver adds up what has the category and compares.'],
  [/-09$/, 'The receiver computes the tax anew and compares.'],
  [/^BR-(?:S|Z|AF|AG|IG|IP)-10$/, 'A reason of exemption would contradict the category.'],
  [/-10$/, 'An invoice without VAT has to say why there is none.'],
]

const OF_CATEGORY = /^BR-(?:S|Z|E|AE|IC|G|O|AF|AG|IG|IP)-(?:0\d|10)$/

/** Why a rule is there. Throws on an id that no reason is for: a new kind of rule needs one. */
export function reasonFor(id: string): string {
  let found: readonly [string, string] | undefined
  for (const row of REASONS)
    if (id.startsWith(row[0]) && (found === undefined || row[0].length > found[0].length)) found = row
  if (found === undefined) throw new Error(`no reason is written for ${id}`)
  const ofNumber = OF_CATEGORY.test(id) ? OF_CATEGORIES.find(([numbers]) => numbers.test(id)) : undefined
  return ofNumber === undefined ? found[1] : `${found[1]} ${ofNumber[1]}`
}
