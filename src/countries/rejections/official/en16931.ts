/**
 * The rules of EN 16931 1.3.16, for UBL and for CII. Written by conformance/official-texts.ts: in
 * each row the id and the text.
 */
export const EN16931_OFFICIAL = String.raw`
BR-52 Each Additional supporting document (BG-24) shall contain a Supporting document reference (BT-122).
BR-63 The Buyer electronic address (BT-49) shall have a Scheme identifier.
BR-11 The Buyer postal address shall contain a Buyer country code (BT-55).
BR-51 In accordance with card payments security standards an invoice should never include a full card primary account number (BT-87). At the moment PCI Security Standards Council has defined that the first 6 digits and last 4 digits are the maximum number of digits to be shown.
BR-57 Each Deliver to address (BG-15) shall contain a Deliver to country code (BT-80).
BR-31 Each Document level allowance (BG-20) shall have a Document level allowance amount (BT-92).
BR-32 Each Document level allowance (BG-20) shall have a Document level allowance VAT category code (BT-95).
BR-33 Each Document level allowance (BG-20) shall have a Document level allowance reason (BT-97) or a Document level allowance reason code (BT-98).
BR-CO-05 Document level allowance reason code (BT-98) and Document level allowance reason (BT-97) shall indicate the same type of allowance.
BR-CO-21 Each Document level allowance (BG-20) shall contain a Document level allowance reason (BT-97) or a Document level allowance reason code (BT-98), or both.
BR-DEC-01 The allowed maximum number of decimals for the Document level allowance amount (BT-92) is 2.
BR-DEC-02 The allowed maximum number of decimals for the Document level allowance base amount (BT-93) is 2.
BR-36 Each Document level charge (BG-21) shall have a Document level charge amount (BT-99).
BR-37 Each Document level charge (BG-21) shall have a Document level charge VAT category code (BT-102).
BR-38 Each Document level charge (BG-21) shall have a Document level charge reason (BT-104) or a Document level charge reason code (BT-105).
BR-CO-06 Document level charge reason code (BT-105) and Document level charge reason (BT-104) shall indicate the same type of charge.
BR-CO-22 Each Document level charge (BG-21) shall contain a Document level charge reason (BT-104) or a Document level charge reason code (BT-105), or both.
BR-DEC-05 The allowed maximum number of decimals for the Document level charge amount (BT-99) is 2.
BR-DEC-06 The allowed maximum number of decimals for the Document level charge base amount (BT-100) is 2.
BR-12 An Invoice shall have the Sum of Invoice line net amount (BT-106).
BR-13 An Invoice shall have the Invoice total amount without VAT (BT-109).
BR-14 An Invoice shall have the Invoice total amount with VAT (BT-112).
BR-15 An Invoice shall have the Amount due for payment (BT-115).
BR-CO-10 Sum of Invoice line net amount (BT-106) = Σ Invoice line net amount (BT-131).
BR-CO-11 Sum of allowances on document level (BT-107) = Σ Document level allowance amount (BT-92).
BR-CO-12 Sum of charges on document level (BT-108) = Σ Document level charge amount (BT-99).
BR-CO-13 Invoice total amount without VAT (BT-109) = Σ Invoice line net amount (BT-131) - Sum of allowances on document level (BT-107) + Sum of charges on document level (BT-108).
BR-CO-16 Amount due for payment (BT-115) = Invoice total amount with VAT (BT-112) -Paid amount (BT-113) +Rounding amount (BT-114).
BR-DEC-09 The allowed maximum number of decimals for the Sum of Invoice line net amount (BT-106) is 2.
BR-DEC-10 The allowed maximum number of decimals for the Sum of allowanced on document level (BT-107) is 2.
BR-DEC-11 The allowed maximum number of decimals for the Sum of charges on document level (BT-108) is 2.
BR-DEC-12 The allowed maximum number of decimals for the Invoice total amount without VAT (BT-109) is 2.
BR-DEC-14 The allowed maximum number of decimals for the Invoice total amount with VAT (BT-112) is 2.
BR-DEC-16 The allowed maximum number of decimals for the Paid amount (BT-113) is 2.
BR-DEC-17 The allowed maximum number of decimals for the Rounding amount (BT-114) is 2.
BR-DEC-18 The allowed maximum number of decimals for the Amount due for payment (BT-115) is 2.
BR-01 An Invoice shall have a Specification identifier (BT-24).
BR-02 An Invoice shall have an Invoice number (BT-1).
BR-03 An Invoice shall have an Invoice issue date (BT-2).
BR-04 An Invoice shall have an Invoice type code (BT-3).
BR-05 An Invoice shall have an Invoice currency code (BT-5).
BR-06 An Invoice shall contain the Seller name (BT-27).
BR-07 An Invoice shall contain the Buyer name (BT-44).
BR-08 An Invoice shall contain the Seller postal address.
BR-10 An Invoice shall contain the Buyer postal address (BG-8).
BR-16 An Invoice shall have at least one Invoice line (BG-25)
BR-53 If the VAT accounting currency code (BT-6) is present, then the Invoice total VAT amount in accounting currency (BT-111) shall be provided.
BR-AE-01 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95 or BT-102) is "Reverse charge" shall contain in the VAT Breakdown (BG-23) exactly one VAT category code (BT-118) equal with "VAT reverse charge".
BR-AE-02 An Invoice that contains an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Reverse charge" shall contain the Seller VAT Identifier (BT-31), the Seller Tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63) and the Buyer VAT identifier (BT-48) and/or the Buyer legal registration identifier (BT-47).
BR-AE-03 An Invoice that contains a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Reverse charge" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63) and the Buyer VAT identifier (BT-48) and/or the Buyer legal registration identifier (BT-47).
BR-AE-04 An Invoice that contains a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Reverse charge" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63) and the Buyer VAT identifier (BT-48) and/or the Buyer legal registration identifier (BT-47).
BR-CO-03 Value added tax point date (BT-7) and Value added tax point date code (BT-8) are mutually exclusive.
BR-CO-15 Invoice total amount with VAT (BT-112) = Invoice total amount without VAT (BT-109) + Invoice total VAT amount (BT-110).
BR-CO-18 An Invoice shall at least have one VAT breakdown group (BG-23).
BR-DEC-13 The allowed maximum number of decimals for the Invoice total VAT amount (BT-110) is 2.
BR-DEC-15 The allowed maximum number of decimals for the Invoice total VAT amount in accounting currency (BT-111) is 2.
BR-E-01 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95 or BT-102) is "Exempt from VAT" shall contain exactly one VAT breakdown (BG-23) with the VAT category code (BT-118) equal to "Exempt from VAT".
BR-E-02 An Invoice that contains an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Exempt from VAT" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-E-03 An Invoice that contains a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Exempt from VAT" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-E-04 An Invoice that contains a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Exempt from VAT" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-G-01 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95 or BT-102) is "Export outside the EU" shall contain in the VAT breakdown (BG-23) exactly one VAT category code (BT-118) equal with "Export outside the EU".
BR-G-02 An Invoice that contains an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Export outside the EU" shall contain the Seller VAT Identifier (BT-31) or the Seller tax representative VAT identifier (BT-63).
BR-G-03 An Invoice that contains a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Export outside the EU" shall contain the Seller VAT Identifier (BT-31) or the Seller tax representative VAT identifier (BT-63).
BR-G-04 An Invoice that contains a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Export outside the EU" shall contain the Seller VAT Identifier (BT-31) or the Seller tax representative VAT identifier (BT-63).
BR-IC-01 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95 or BT-102) is "Intra-community supply" shall contain in the VAT breakdown (BG-23) exactly one VAT category code (BT-118) equal with "Intra-community supply".
BR-IC-02 An Invoice that contains an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Intra-community supply" shall contain the Seller VAT Identifier (BT-31) or the Seller tax representative VAT identifier (BT-63) and the Buyer VAT identifier (BT-48).
BR-IC-03 An Invoice that contains a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Intra-community supply" shall contain the Seller VAT Identifier (BT-31) or the Seller tax representative VAT identifier (BT-63) and the Buyer VAT identifier (BT-48).
BR-IC-04 An Invoice that contains a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Intra-community supply" shall contain the Seller VAT Identifier (BT-31) or the Seller tax representative VAT identifier (BT-63) and the Buyer VAT identifier (BT-48).
BR-IC-11 In an Invoice with a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Intra-community supply" the Actual delivery date (BT-72) or the Invoicing period (BG-14) shall not be blank.
BR-IC-12 In an Invoice with a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Intra-community supply" the Deliver to country code (BT-80) shall not be blank.
BR-AF-01 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95 or BT-102) is "IGIC" shall contain in the VAT breakdown (BG-23) at least one VAT category code (BT-118) equal with "IGIC".
BR-AF-02 An Invoice that contains an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "IGIC" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-AF-03 An Invoice that contains a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "IGIC" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-AF-04 An Invoice that contains a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "IGIC" shall contain the Seller VAT Identifier (BT-31), the Seller Tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-AG-01 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95 or BT-102) is "IPSI" shall contain in the VAT breakdown (BG-23) at least one VAT category code (BT-118) equal with "IPSI".
BR-AG-02 An Invoice that contains an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "IPSI" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-AG-03 An Invoice that contains a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "IPSI" shall contain the Seller VAT Identifier (BT-31), the Seller Tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-AG-04 An Invoice that contains a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "IPSI" shall contain the Seller VAT Identifier (BT-31), the Seller Tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-O-01 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95 or BT-102) is "Not subject to VAT" shall contain exactly one VAT breakdown group (BG-23) with the VAT category code (BT-118) equal to "Not subject to VAT".
BR-O-02 An Invoice that contains an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Not subject to VAT" shall not contain the Seller VAT identifier (BT-31), the Seller tax representative VAT identifier (BT-63) or the Buyer VAT identifier (BT-48).
BR-O-03 An Invoice that contains a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Not subject to VAT" shall not contain the Seller VAT identifier (BT-31), the Seller tax representative VAT identifier (BT-63) or the Buyer VAT identifier (BT-48).
BR-O-04 An Invoice that contains a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Not subject to VAT" shall not contain the Seller VAT identifier (BT-31), the Seller tax representative VAT identifier (BT-63) or the Buyer VAT identifier (BT-48).
BR-O-11 An Invoice that contains a VAT breakdown group (BG-23) with a VAT category code (BT-118) "Not subject to VAT" shall not contain other VAT breakdown groups (BG-23).
BR-O-12 An Invoice that contains a VAT breakdown group (BG-23) with a VAT category code (BT-118) "Not subject to VAT" shall not contain an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is not "Not subject to VAT".
BR-O-13 An Invoice that contains a VAT breakdown group (BG-23) with a VAT category code (BT-118) "Not subject to VAT" shall not contain Document level allowances (BG-20) where Document level allowance VAT category code (BT-95) is not "Not subject to VAT".
BR-O-14 An Invoice that contains a VAT breakdown group (BG-23) with a VAT category code (BT-118) "Not subject to VAT" shall not contain Document level charges (BG-21) where Document level charge VAT category code (BT-102) is not "Not subject to VAT".
BR-S-01 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95 or BT-102) is "Standard rated" shall contain in the VAT breakdown (BG-23) at least one VAT category code (BT-118) equal with "Standard rated".
BR-S-02 An Invoice that contains an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Standard rated" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-S-03 An Invoice that contains a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Standard rated" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-S-04 An Invoice that contains a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Standard rated" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-Z-01 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95 or BT-102) is "Zero rated" shall contain in the VAT breakdown (BG-23) exactly one VAT category code (BT-118) equal with "Zero rated".
BR-Z-02 An Invoice that contains an Invoice line where the Invoiced item VAT category code (BT-151) is "Zero rated" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-Z-03 An Invoice that contains a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Zero rated" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-Z-04 An Invoice that contains a Document level charge where the Document level charge VAT category code (BT-102) is "Zero rated" shall contain the Seller VAT Identifier (BT-31), the Seller tax registration identifier (BT-32) and/or the Seller tax representative VAT identifier (BT-63).
BR-B-01 An Invoice where the VAT category code (BT-151, BT-95 or BT-102) is “Split payment” shall be a domestic Italian invoice.
BR-B-02 An Invoice that contains an Invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95, BT-118 or BT-102) is “Split payment" shall not contain an invoice line (BG-25), a Document level allowance (BG-20) or a Document level charge (BG-21) where the VAT category code (BT-151, BT-95, BT-118 or BT-102) is “Standard rated”.
BR-21 Each Invoice line (BG-25) shall have an Invoice line identifier (BT-126).
BR-22 Each Invoice line (BG-25) shall have an Invoiced quantity (BT-129).
BR-23 An Invoice line (BG-25) shall have an Invoiced quantity unit of measure code (BT-130).
BR-24 Each Invoice line (BG-25) shall have an Invoice line net amount (BT-131).
BR-25 Each Invoice line (BG-25) shall contain the Item name (BT-153).
BR-26 Each Invoice line (BG-25) shall contain the Item net price (BT-146).
BR-27 The Item net price (BT-146) shall NOT be negative.
BR-28 The Item gross price (BT-148) shall NOT be negative.
BR-CO-04 Each Invoice line (BG-25) shall be categorized with an Invoiced item VAT category code (BT-151).
BR-DEC-23 The allowed maximum number of decimals for the Invoice line net amount (BT-131) is 2.
BR-41 Each Invoice line allowance (BG-27) shall have an Invoice line allowance amount (BT-136).
BR-42 Each Invoice line allowance (BG-27) shall have an Invoice line allowance reason (BT-139) or an Invoice line allowance reason code (BT-140).
BR-CO-07 Invoice line allowance reason code (BT-140) and Invoice line allowance reason (BT-139) shall indicate the same type of allowance reason.
BR-CO-23 Each Invoice line allowance (BG-27) shall contain an Invoice line allowance reason (BT-139) or an Invoice line allowance reason code (BT-140), or both.
BR-DEC-24 The allowed maximum number of decimals for the Invoice line allowance amount (BT-136) is 2.
BR-DEC-25 The allowed maximum number of decimals for the Invoice line allowance base amount (BT-137) is 2.
BR-43 Each Invoice line charge (BG-28) shall have an Invoice line charge amount (BT-141).
BR-44 Each Invoice line charge shall have an Invoice line charge reason or an invoice line allowance reason code.
BR-CO-08 Invoice line charge reason code (BT-145) and Invoice line charge reason (BT-144) shall indicate the same type of charge reason.
BR-CO-24 Each Invoice line charge (BG-28) shall contain an Invoice line charge reason (BT-144) or an Invoice line charge reason code (BT-145), or both.
BR-DEC-27 The allowed maximum number of decimals for the Invoice line charge amount (BT-141) is 2.
BR-DEC-28 The allowed maximum number of decimals for the Invoice line charge base amount (BT-142) is 2.
BR-30 If both Invoice line period start date (BT-134) and Invoice line period end date (BT-135) are given then the Invoice line period end date (BT-135) shall be later or equal to the Invoice line period start date (BT-134).
BR-CO-20 If Invoice line period (BG-26) is used, the Invoice line period start date (BT-134) or the Invoice line period end date (BT-135) shall be filled, or both.
BR-29 If both Invoicing period start date (BT-73) and Invoicing period end date (BT-74) are given then the Invoicing period end date (BT-74) shall be later or equal to the Invoicing period start date (BT-73).
BR-CO-19 If Invoicing period (BG-14) is used, the Invoicing period start date (BT-73) or the Invoicing period end date (BT-74) shall be filled, or both.
BR-54 Each Item attribute (BG-32) shall contain an Item attribute name (BT-160) and an Item attribute value (BT-161).
BR-65 The Item classification identifier (BT-158) shall have a Scheme identifier.
BR-64 The Item standard identifier (BT-157) shall have a Scheme identifier.
BR-CL-08 Invoiced note subject code shall be coded using UNCL4451
BR-17 The Payee name (BT-59) shall be provided in the Invoice, if the Payee (BG-10) is different from the Seller (BG-4)
BR-50 A Payment account identifier (BT-84) shall be present if Credit transfer (BG-17) information is provided in the Invoice.
BR-49 A Payment instruction (BG-16) shall specify the Payment means type code (BT-81).
BR-61 If the Payment means type code (BT-81) means SEPA credit transfer, Local credit transfer or Non-SEPA international credit transfer, the Payment account identifier (BT-84) shall be present.
BR-55 Each Preceding Invoice reference (BG-3) shall contain a Preceding Invoice reference (BT-25).
BR-CO-26 In order for the buyer to automatically identify a supplier, the Seller identifier (BT-29), the Seller legal registration identifier (BT-30) and/or the Seller VAT identifier (BT-31) shall be present.
BR-62 The Seller electronic address (BT-34) shall have a Scheme identifier.
BR-09 The Seller postal address (BG-5) shall contain a Seller country code (BT-40).
BR-18 The Seller tax representative name (BT-62) shall be provided in the Invoice, if the Seller (BG-4) has a Seller tax representative party (BG-11)
BR-19 The Seller tax representative postal address (BG-12) shall be provided in the Invoice, if the Seller (BG-4) has a Seller tax representative party (BG-11).
BR-56 Each Seller tax representative party (BG-11) shall have a Seller tax representative VAT identifier (BT-63).
BR-20 The Seller tax representative postal address (BG-12) shall contain a Tax representative country code (BT-69), if the Seller (BG-4) has a Seller tax representative party (BG-11).
BR-CO-14 Invoice total VAT amount (BT-110) = Σ VAT category tax amount (BT-117).
BR-45 Each VAT breakdown (BG-23) shall have a VAT category taxable amount (BT-116).
BR-46 Each VAT breakdown (BG-23) shall have a VAT category tax amount (BT-117).
BR-47 Each VAT breakdown (BG-23) shall be defined through a VAT category code (BT-118).
BR-48 Each VAT breakdown (BG-23) shall have a VAT category rate (BT-119), except if the Invoice is not subject to VAT.
BR-CO-17 VAT category tax amount (BT-117) = VAT category taxable amount (BT-116) x (VAT category rate (BT-119) / 100), rounded to two decimals.
BR-DEC-19 The allowed maximum number of decimals for the VAT category taxable amount (BT-116) is 2.
BR-DEC-20 The allowed maximum number of decimals for the VAT category tax amount (BT-117) is 2.
BR-CO-09 The Seller VAT identifier (BT-31), the Seller tax representative VAT identifier (BT-63) and the Buyer VAT identifier (BT-48) shall have a prefix in accordance with ISO code ISO 3166-1 alpha-2 by which the country of issue may be identified. Nevertheless, Greece may use the prefix ‘EL’.
BR-AE-08 In a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Reverse charge" the VAT category taxable amount (BT-116) shall equal the sum of Invoice line net amounts (BT-131) minus the sum of Document level allowance amounts (BT-92) plus the sum of Document level charge amounts (BT-99) where the VAT category codes (BT-151, BT-95, BT-102) are "Reverse charge".
BR-AE-09 The VAT category tax amount (BT-117) in a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Reverse charge" shall be 0 (zero).
BR-AE-10 A VAT breakdown (BG-23) with VAT Category code (BT-118) "Reverse charge" shall have a VAT exemption reason code (BT-121), meaning "Reverse charge" or the VAT exemption reason text (BT-120) "Reverse charge" (or the equivalent standard text in another language).
BR-AE-06 In a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Reverse charge" the Document level allowance VAT rate (BT-96) shall be 0 (zero).
BR-AE-07 In a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Reverse charge" the Document level charge VAT rate (BT-103) shall be 0 (zero).
BR-AE-05 In an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Reverse charge" the Invoiced item VAT rate (BT-152) shall be 0 (zero).
BR-E-08 In a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Exempt from VAT" the VAT category taxable amount (BT-116) shall equal the sum of Invoice line net amounts (BT-131) minus the sum of Document level allowance amounts (BT-92) plus the sum of Document level charge amounts (BT-99) where the VAT category codes (BT-151, BT-95, BT-102) are "Exempt from VAT".
BR-E-09 The VAT category tax amount (BT-117) In a VAT breakdown (BG-23) where the VAT category code (BT-118) equals "Exempt from VAT" shall equal 0 (zero).
BR-E-10 A VAT breakdown (BG-23) with VAT Category code (BT-118) "Exempt from VAT" shall have a VAT exemption reason code (BT-121) or a VAT exemption reason text (BT-120).
BR-E-06 In a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Exempt from VAT", the Document level allowance VAT rate (BT-96) shall be 0 (zero).
BR-E-07 In a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Exempt from VAT", the Document level charge VAT rate (BT-103) shall be 0 (zero).
BR-E-05 In an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Exempt from VAT", the Invoiced item VAT rate (BT-152) shall be 0 (zero).
BR-G-08 In a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Export outside the EU" the VAT category taxable amount (BT-116) shall equal the sum of Invoice line net amounts (BT-131) minus the sum of Document level allowance amounts (BT-92) plus the sum of Document level charge amounts (BT-99) where the VAT category codes (BT-151, BT-95, BT-102) are "Export outside the EU".
BR-G-09 The VAT category tax amount (BT-117) in a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Export outside the EU" shall be 0 (zero).
BR-G-10 A VAT breakdown (BG-23) with the VAT Category code (BT-118) "Export outside the EU" shall have a VAT exemption reason code (BT-121), meaning "Export outside the EU" or the VAT exemption reason text (BT-120) "Export outside the EU" (or the equivalent standard text in another language).
BR-G-06 In a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Export outside the EU" the Document level allowance VAT rate (BT-96) shall be 0 (zero).
BR-G-07 In a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Export outside the EU" the Document level charge VAT rate (BT-103) shall be 0 (zero).
BR-G-05 In an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Export outside the EU" the Invoiced item VAT rate (BT-152) shall be 0 (zero).
BR-IC-08 In a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Intra-community supply" the VAT category taxable amount (BT-116) shall equal the sum of Invoice line net amounts (BT-131) minus the sum of Document level allowance amounts (BT-92) plus the sum of Document level charge amounts (BT-99) where the VAT category codes (BT-151, BT-95, BT-102) are "Intra-community supply".
BR-IC-09 The VAT category tax amount (BT-117) in a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Intra-community supply" shall be 0 (zero).
BR-IC-10 A VAT breakdown (BG-23) with the VAT Category code (BT-118) "Intra-community supply" shall have a VAT exemption reason code (BT-121), meaning "Intra-community supply" or the VAT exemption reason text (BT-120) "Intra-community supply" (or the equivalent standard text in another language).
BR-IC-06 In a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Intra-community supply" the Document level allowance VAT rate (BT-96) shall be 0 (zero).
BR-IC-07 In a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Intra-community supply" the Document level charge VAT rate (BT-103) shall be 0 (zero).
BR-IC-05 In an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Intracommunity supply" the Invoiced item VAT rate (BT-152) shall be 0 (zero).
BR-AF-08 For each different value of VAT category rate (BT-119) where the VAT category code (BT-118) is "IGIC", the VAT category taxable amount (BT-116) in a VAT breakdown (BG-23) shall equal the sum of Invoice line net amounts (BT-131) plus the sum of document level charge amounts (BT-99) minus the sum of document level allowance amounts (BT-92) where the VAT category code (BT-151, BT-102, BT-95) is "IGIC" and the VAT rate (BT-152, BT-103, BT-96) equals the VAT category rate (BT-119).
BR-AF-09 The VAT category tax amount (BT-117) in a VAT breakdown (BG-23) where VAT category code (BT-118) is "IGIC" shall equal the VAT category taxable amount (BT-116) multiplied by the VAT category rate (BT-119).
BR-AF-10 A VAT breakdown (BG-23) with VAT Category code (BT-118) "IGIC" shall not have a VAT exemption reason code (BT-121) or VAT exemption reason text (BT-120).
BR-AF-06 In a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "IGIC" the Document level allowance VAT rate (BT-96) shall be 0 (zero) or greater than zero.
BR-AF-07 In a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "IGIC" the Document level charge VAT rate (BT-103) shall be 0 (zero) or greater than zero.
BR-AF-05 In an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "IGIC" the invoiced item VAT rate (BT-152) shall be 0 (zero) or greater than zero.
BR-AG-08 For each different value of VAT category rate (BT-119) where the VAT category code (BT-118) is "IPSI", the VAT category taxable amount (BT-116) in a VAT breakdown (BG-23) shall equal the sum of Invoice line net amounts (BT-131) plus the sum of document level charge amounts (BT-99) minus the sum of document level allowance amounts (BT-92) where the VAT category code (BT-151, BT-102, BT-95) is "IPSI" and the VAT rate (BT-152, BT-103, BT-96) equals the VAT category rate (BT-119).
BR-AG-09 The VAT category tax amount (BT-117) in a VAT breakdown (BG-23) where VAT category code (BT-118) is "IPSI" shall equal the VAT category taxable amount (BT-116) multiplied by the VAT category rate (BT-119).
BR-AG-10 A VAT breakdown (BG-23) with VAT Category code (BT-118) "IPSI" shall not have a VAT exemption reason code (BT-121) or VAT exemption reason text (BT-120).
BR-AG-06 In a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "IPSI" the Document level allowance VAT rate (BT-96) shall be 0 (zero) or greater than zero.
BR-AG-07 In a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "IPSI" the Document level charge VAT rate (BT-103) shall be 0 (zero) or greater than zero.
BR-AG-05 In an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "IPSI" the Invoiced item VAT rate (BT-152) shall be 0 (zero) or greater than zero.
BR-O-08 In a VAT breakdown (BG-23) where the VAT category code (BT-118) is " Not subject to VAT" the VAT category taxable amount (BT-116) shall equal the sum of Invoice line net amounts (BT-131) minus the sum of Document level allowance amounts (BT-92) plus the sum of Document level charge amounts (BT-99) where the VAT category codes (BT-151, BT-95, BT-102) are "Not subject to VAT".
BR-O-09 The VAT category tax amount (BT-117) in a VAT breakdown (BG-23) where the VAT category code (BT-118) is "Not subject to VAT" shall be 0 (zero).
BR-O-10 A VAT breakdown (BG-23) with VAT Category code (BT-118) " Not subject to VAT" shall have a VAT exemption reason code (BT-121), meaning " Not subject to VAT" or a VAT exemption reason text (BT-120) " Not subject to VAT" (or the equivalent standard text in another language).
BR-O-06 A Document level allowance (BG-20) where VAT category code (BT-95) is "Not subject to VAT" shall not contain a Document level allowance VAT rate (BT-96).
BR-O-07 A Document level charge (BG-21) where the VAT category code (BT-102) is "Not subject to VAT" shall not contain a Document level charge VAT rate (BT-103).
BR-O-05 An Invoice line (BG-25) where the VAT category code (BT-151) is "Not subject to VAT" shall not contain an Invoiced item VAT rate (BT-152).
BR-S-08 For each different value of VAT category rate (BT-119) where the VAT category code (BT-118) is "Standard rated", the VAT category taxable amount (BT-116) in a VAT breakdown (BG-23) shall equal the sum of Invoice line net amounts (BT-131) plus the sum of document level charge amounts (BT-99) minus the sum of document level allowance amounts (BT-92) where the VAT category code (BT-151, BT-102, BT-95) is "Standard rated" and the VAT rate (BT-152, BT-103, BT-96) equals the VAT category rate (BT-119).
BR-S-09 The VAT category tax amount (BT-117) in a VAT breakdown (BG-23) where VAT category code (BT-118) is "Standard rated" shall equal the VAT category taxable amount (BT-116) multiplied by the VAT category rate (BT-119).
BR-S-10 A VAT breakdown (BG-23) with VAT Category code (BT-118) "Standard rate" shall not have a VAT exemption reason code (BT-121) or VAT exemption reason text (BT-120).
BR-S-06 In a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Standard rated" the Document level allowance VAT rate (BT-96) shall be greater than zero.
BR-S-07 In a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Standard rated" the Document level charge VAT rate (BT-103) shall be greater than zero.
BR-S-05 In an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Standard rated" the Invoiced item VAT rate (BT-152) shall be greater than zero.
BR-Z-08 In a VAT breakdown (BG-23) where VAT category code (BT-118) is "Zero rated" the VAT category taxable amount (BT-116) shall equal the sum of Invoice line net amount (BT-131) minus the sum of Document level allowance amounts (BT-92) plus the sum of Document level charge amounts (BT-99) where the VAT category codes (BT-151, BT-95, BT-102) are "Zero rated".
BR-Z-09 The VAT category tax amount (BT-117) in a VAT breakdown (BG-23) where VAT category code (BT-118) is "Zero rated" shall equal 0 (zero).
BR-Z-10 A VAT breakdown (BG-23) with VAT Category code (BT-118) "Zero rated" shall not have a VAT exemption reason code (BT-121) or VAT exemption reason text (BT-120).
BR-Z-06 In a Document level allowance (BG-20) where the Document level allowance VAT category code (BT-95) is "Zero rated" the Document level allowance VAT rate (BT-96) shall be 0 (zero).
BR-Z-07 In a Document level charge (BG-21) where the Document level charge VAT category code (BT-102) is "Zero rated" the Document level charge VAT rate (BT-103) shall be 0 (zero).
BR-Z-05 In an Invoice line (BG-25) where the Invoiced item VAT category code (BT-151) is "Zero rated" the Invoiced item VAT rate (BT-152) shall be 0 (zero).
UBL-SR-51 An address can only have one third line.
UBL-SR-42 Party tax scheme shall occur maximum twice in accounting supplier party
UBL-SR-33 Supporting document description shall occur maximum once
UBL-SR-43 Scheme identifier shall only be used for invoiced object (document type code with value 130 or 50)
UBL-DT-01 Amounts shall be decimal up to two fraction digits
UBL-DT-06 Binary object elements shall contain the mime code attribute
UBL-DT-07 Binary object elements shall contain the file name attribute
UBL-SR-25 Deliver to party name shall occur maximum once
UBL-SR-30 Document level allowance reason shall occur maximum once
UBL-SR-31 Document level charge reason shall occur maximum once
UBL-SR-53 CompanyID (VAT Identifier) must be stated when providing the PartyTaxScheme/TaxScheme/ID.
UBL-CR-001 A UBL invoice should not include extensions
UBL-CR-002 A UBL invoice should not include the UBLVersionID or it should be 2.1
UBL-CR-003 A UBL invoice should not include the ProfileExecutionID
UBL-CR-004 A UBL invoice should not include the CopyIndicator
UBL-CR-005 A UBL invoice should not include the UUID
UBL-CR-006 A UBL invoice should not include the IssueTime
UBL-CR-007 A UBL invoice should not include the PricingCurrencyCode
UBL-CR-008 A UBL invoice should not include the PaymentCurrencyCode
UBL-CR-009 A UBL invoice should not include the PaymentAlternativeCurrencyCode
UBL-CR-010 A UBL invoice should not include the AccountingCostCode
UBL-CR-011 A UBL invoice should not include the LineCountNumeric
UBL-CR-012 A UBL invoice should not include the InvoicePeriod StartTime
UBL-CR-013 A UBL invoice should not include the InvoicePeriod EndTime
UBL-CR-014 A UBL invoice should not include the InvoicePeriod DurationMeasure
UBL-CR-015 A UBL invoice should not include the InvoicePeriod Description
UBL-CR-016 A UBL invoice should not include the OrderReference CopyIndicator
UBL-CR-017 A UBL invoice should not include the OrderReference UUID
UBL-CR-018 A UBL invoice should not include the OrderReference IssueDate
UBL-CR-019 A UBL invoice should not include the OrderReference IssueTime
UBL-CR-020 A UBL invoice should not include the OrderReference CustomerReference
UBL-CR-021 A UBL invoice should not include the OrderReference OrderTypeCode
UBL-CR-022 A UBL invoice should not include the OrderReference DocumentReference
UBL-CR-023 A UBL invoice should not include the BillingReference CopyIndicator
UBL-CR-024 A UBL invoice should not include the BillingReference UUID
UBL-CR-025 A UBL invoice should not include the BillingReference IssueTime
UBL-CR-026 A UBL invoice should not include the BillingReference DocumentTypeCode
UBL-CR-027 A UBL invoice should not include the BillingReference DocumentType
UBL-CR-028 A UBL invoice should not include the BillingReference Xpath
UBL-CR-029 A UBL invoice should not include the BillingReference LanguageID
UBL-CR-030 A UBL invoice should not include the BillingReference LocaleCode
UBL-CR-031 A UBL invoice should not include the BillingReference VersionID
UBL-CR-032 A UBL invoice should not include the BillingReference DocumentStatusCode
UBL-CR-033 A UBL invoice should not include the BillingReference DocumenDescription
UBL-CR-034 A UBL invoice should not include the BillingReference Attachment
UBL-CR-035 A UBL invoice should not include the BillingReference ValidityPeriod
UBL-CR-036 A UBL invoice should not include the BillingReference IssuerParty
UBL-CR-037 A UBL invoice should not include the BillingReference ResultOfVerification
UBL-CR-038 A UBL invoice should not include the BillingReference SelfBilledInvoiceDocumentReference
UBL-CR-039 A UBL invoice should not include the BillingReference CreditNoteDocumentReference
UBL-CR-040 A UBL invoice should not include the BillingReference SelfBilledCreditNoteDocumentReference
UBL-CR-041 A UBL invoice should not include the BillingReference DebitNoteDocumentReference
UBL-CR-042 A UBL invoice should not include the BillingReference ReminderDocumentReference
UBL-CR-043 A UBL invoice should not include the BillingReference AdditionalDocumentReference
UBL-CR-044 A UBL invoice should not include the BillingReference BillingReferenceLine
UBL-CR-045 A UBL invoice should not include the DespatchDocumentReference CopyIndicator
UBL-CR-046 A UBL invoice should not include the DespatchDocumentReference UUID
UBL-CR-047 A UBL invoice should not include the DespatchDocumentReference IssueDate
UBL-CR-048 A UBL invoice should not include the DespatchDocumentReference IssueTime
UBL-CR-049 A UBL invoice should not include the DespatchDocumentReference DocumentTypeCode
UBL-CR-050 A UBL invoice should not include the DespatchDocumentReference DocumentType
UBL-CR-051 A UBL invoice should not include the DespatchDocumentReference Xpath
UBL-CR-052 A UBL invoice should not include the DespatchDocumentReference LanguageID
UBL-CR-053 A UBL invoice should not include the DespatchDocumentReference LocaleCode
UBL-CR-054 A UBL invoice should not include the DespatchDocumentReference VersionID
UBL-CR-055 A UBL invoice should not include the DespatchDocumentReference DocumentStatusCode
UBL-CR-056 A UBL invoice should not include the DespatchDocumentReference DocumentDescription
UBL-CR-057 A UBL invoice should not include the DespatchDocumentReference Attachment
UBL-CR-058 A UBL invoice should not include the DespatchDocumentReference ValidityPeriod
UBL-CR-059 A UBL invoice should not include the DespatchDocumentReference IssuerParty
UBL-CR-060 A UBL invoice should not include the DespatchDocumentReference ResultOfVerification
UBL-CR-061 A UBL invoice should not include the ReceiptDocumentReference CopyIndicator
UBL-CR-062 A UBL invoice should not include the ReceiptDocumentReference UUID
UBL-CR-063 A UBL invoice should not include the ReceiptDocumentReference IssueDate
UBL-CR-064 A UBL invoice should not include the ReceiptDocumentReference IssueTime
UBL-CR-065 A UBL invoice should not include the ReceiptDocumentReference DocumentTypeCode
UBL-CR-066 A UBL invoice should not include the ReceiptDocumentReference DocumentType
UBL-CR-067 A UBL invoice should not include the ReceiptDocumentReference Xpath
UBL-CR-068 A UBL invoice should not include the ReceiptDocumentReference LanguageID
UBL-CR-069 A UBL invoice should not include the ReceiptDocumentReference LocaleCode
UBL-CR-070 A UBL invoice should not include the ReceiptDocumentReference VersionID
UBL-CR-071 A UBL invoice should not include the ReceiptDocumentReference DocumentStatusCode
UBL-CR-072 A UBL invoice should not include the ReceiptDocumentReference DocumentDescription
UBL-CR-073 A UBL invoice should not include the ReceiptDocumentReference Attachment
UBL-CR-074 A UBL invoice should not include the ReceiptDocumentReference ValidityPeriod
UBL-CR-075 A UBL invoice should not include the ReceiptDocumentReference IssuerParty
UBL-CR-076 A UBL invoice should not include the ReceiptDocumentReference ResultOfVerification
UBL-CR-077 A UBL invoice should not include the StatementDocumentReference
UBL-CR-078 A UBL invoice should not include the OriginatorDocumentReference CopyIndicator
UBL-CR-079 A UBL invoice should not include the OriginatorDocumentReference UUID
UBL-CR-080 A UBL invoice should not include the OriginatorDocumentReference IssueDate
UBL-CR-081 A UBL invoice should not include the OriginatorDocumentReference IssueTime
UBL-CR-082 A UBL invoice should not include the OriginatorDocumentReference DocumentTypeCode
UBL-CR-083 A UBL invoice should not include the OriginatorDocumentReference DocumentType
UBL-CR-084 A UBL invoice should not include the OriginatorDocumentReference Xpath
UBL-CR-085 A UBL invoice should not include the OriginatorDocumentReference LanguageID
UBL-CR-086 A UBL invoice should not include the OriginatorDocumentReference LocaleCode
UBL-CR-087 A UBL invoice should not include the OriginatorDocumentReference VersionID
UBL-CR-088 A UBL invoice should not include the OriginatorDocumentReference DocumentStatusCode
UBL-CR-089 A UBL invoice should not include the OriginatorDocumentReference DocumentDescription
UBL-CR-090 A UBL invoice should not include the OriginatorDocumentReference Attachment
UBL-CR-091 A UBL invoice should not include the OriginatorDocumentReference ValidityPeriod
UBL-CR-092 A UBL invoice should not include the OriginatorDocumentReference IssuerParty
UBL-CR-093 A UBL invoice should not include the OriginatorDocumentReference ResultOfVerification
UBL-CR-094 A UBL invoice should not include the ContractDocumentReference CopyIndicator
UBL-CR-095 A UBL invoice should not include the ContractDocumentReference UUID
UBL-CR-096 A UBL invoice should not include the ContractDocumentReference IssueDate
UBL-CR-097 A UBL invoice should not include the ContractDocumentReference IssueTime
UBL-CR-098 A UBL invoice should not include the ContractDocumentReference DocumentTypeCode
UBL-CR-099 A UBL invoice should not include the ContractDocumentReference DocumentType
UBL-CR-100 A UBL invoice should not include the ContractDocumentReference Xpath
UBL-CR-101 A UBL invoice should not include the ContractDocumentReference LanguageID
UBL-CR-102 A UBL invoice should not include the ContractDocumentReference LocaleCode
UBL-CR-103 A UBL invoice should not include the ContractDocumentReference VersionID
UBL-CR-104 A UBL invoice should not include the ContractDocumentReference DocumentStatusCode
UBL-CR-105 A UBL invoice should not include the ContractDocumentReference DocumentDescription
UBL-CR-106 A UBL invoice should not include the ContractDocumentReference Attachment
UBL-CR-107 A UBL invoice should not include the ContractDocumentReference ValidityPeriod
UBL-CR-108 A UBL invoice should not include the ContractDocumentReference IssuerParty
UBL-CR-109 A UBL invoice should not include the ContractDocumentReference ResultOfVerification
UBL-CR-110 A UBL invoice should not include the AdditionalDocumentReference CopyIndicator
UBL-CR-111 A UBL invoice should not include the AdditionalDocumentReference UUID
UBL-CR-112 A UBL invoice should not include the AdditionalDocumentReference IssueDate
UBL-CR-113 A UBL invoice should not include the AdditionalDocumentReference IssueTime
UBL-CR-114 A UBL invoice should not include the AdditionalDocumentReference DocumentType
UBL-CR-115 A UBL invoice should not include the AdditionalDocumentReference Xpath
UBL-CR-116 A UBL invoice should not include the AdditionalDocumentReference LanguageID
UBL-CR-117 A UBL invoice should not include the AdditionalDocumentReference LocaleCode
UBL-CR-118 A UBL invoice should not include the AdditionalDocumentReference VersionID
UBL-CR-119 A UBL invoice should not include the AdditionalDocumentReference DocumentStatusCode
UBL-CR-121 A UBL invoice should not include the AdditionalDocumentReference Attachment External DocumentHash
UBL-CR-122 A UBL invoice should not include the AdditionalDocumentReference Attachment External HashAlgorithmMethod
UBL-CR-123 A UBL invoice should not include the AdditionalDocumentReference Attachment External ExpiryDate
UBL-CR-124 A UBL invoice should not include the AdditionalDocumentReference Attachment External ExpiryTime
UBL-CR-125 A UBL invoice should not include the AdditionalDocumentReference Attachment External MimeCode
UBL-CR-126 A UBL invoice should not include the AdditionalDocumentReference Attachment External FormatCode
UBL-CR-127 A UBL invoice should not include the AdditionalDocumentReference Attachment External EncodingCode
UBL-CR-128 A UBL invoice should not include the AdditionalDocumentReference Attachment External CharacterSetCode
UBL-CR-129 A UBL invoice should not include the AdditionalDocumentReference Attachment External FileName
UBL-CR-130 A UBL invoice should not include the AdditionalDocumentReference Attachment External Descriprion
UBL-CR-131 A UBL invoice should not include the AdditionalDocumentReference ValidityPeriod
UBL-CR-132 A UBL invoice should not include the AdditionalDocumentReference IssuerParty
UBL-CR-133 A UBL invoice should not include the AdditionalDocumentReference ResultOfVerification
UBL-CR-134 A UBL invoice should not include the ProjectReference UUID
UBL-CR-135 A UBL invoice should not include the ProjectReference IssueDate
UBL-CR-136 A UBL invoice should not include the ProjectReference WorkPhaseReference
UBL-CR-137 A UBL invoice should not include the Signature
UBL-CR-138 A UBL invoice should not include the AccountingSupplierParty CustomerAssignedAccountID
UBL-CR-139 A UBL invoice should not include the AccountingSupplierParty AdditionalAccountID
UBL-CR-140 A UBL invoice should not include the AccountingSupplierParty DataSendingCapability
UBL-CR-141 A UBL invoice should not include the AccountingSupplierParty Party MarkCareIndicator
UBL-CR-142 A UBL invoice should not include the AccountingSupplierParty Party MarkAttentionIndicator
UBL-CR-143 A UBL invoice should not include the AccountingSupplierParty Party WebsiteURI
UBL-CR-144 A UBL invoice should not include the AccountingSupplierParty Party LogoReferenceID
UBL-CR-145 A UBL invoice should not include the AccountingSupplierParty Party IndustryClassificationCode
UBL-CR-146 A UBL invoice should not include the AccountingSupplierParty Party Language
UBL-CR-147 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress ID
UBL-CR-148 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress AddressTypeCode
UBL-CR-149 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress AddressFormatCode
UBL-CR-150 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress Postbox
UBL-CR-151 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress Floor
UBL-CR-152 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress Room
UBL-CR-153 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress BlockName
UBL-CR-154 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress BuildingName
UBL-CR-155 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress BuildingNumber
UBL-CR-156 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress InhouseMail
UBL-CR-157 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress Department
UBL-CR-158 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress MarkAttention
UBL-CR-159 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress MarkCare
UBL-CR-160 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress PlotIdentification
UBL-CR-161 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress CitySubdivisionName
UBL-CR-162 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress CountrySubentityCode
UBL-CR-163 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress Region
UBL-CR-164 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress District
UBL-CR-165 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress TimezoneOffset
UBL-CR-166 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress Country Name
UBL-CR-167 A UBL invoice should not include the AccountingSupplierParty Party PostalAddress LocationCoordinate
UBL-CR-168 A UBL invoice should not include the AccountingSupplierParty Party PhysicalLocation
UBL-CR-169 A UBL invoice should not include the AccountingSupplierParty Party PartyTaxScheme RegistrationName
UBL-CR-170 A UBL invoice should not include the AccountingSupplierParty Party PartyTaxScheme TaxLevelCode
UBL-CR-171 A UBL invoice should not include the AccountingSupplierParty Party PartyTaxScheme ExemptionReasonCode
UBL-CR-172 A UBL invoice should not include the AccountingSupplierParty Party PartyTaxScheme ExemptionReason
UBL-CR-173 A UBL invoice should not include the AccountingSupplierParty Party PartyTaxScheme RegistrationAddress
UBL-CR-174 A UBL invoice should not include the AccountingSupplierParty Party PartyTaxScheme TaxScheme Name
UBL-CR-175 A UBL invoice should not include the AccountingSupplierParty Party PartyTaxScheme TaxScheme TaxTypeCode
UBL-CR-176 A UBL invoice should not include the AccountingSupplierParty Party PartyTaxScheme TaxScheme CurrencyCode
UBL-CR-177 A UBL invoice should not include the AccountingSupplierParty Party PartyTaxScheme TaxScheme JurisdictionRegionAddress
UBL-CR-178 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity RegistrationDate
UBL-CR-179 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity RegistrationExpirationDate
UBL-CR-180 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity CompanyLegalFormCode
UBL-CR-181 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity SoleProprietorshipIndicator
UBL-CR-182 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity CompanyLiquidationStatusCode
UBL-CR-183 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity CorporateStockAmount
UBL-CR-184 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity FullyPaidSharesIndicator
UBL-CR-185 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity RegistrationAddress
UBL-CR-186 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity CorporateRegistrationScheme
UBL-CR-187 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity HeadOfficeParty
UBL-CR-188 A UBL invoice should not include the AccountingSupplierParty Party PartyLegalEntity ShareholderParty
UBL-CR-189 A UBL invoice should not include the AccountingSupplierParty Party Contact ID
UBL-CR-190 A UBL invoice should not include the AccountingSupplierParty Party Contact Telefax
UBL-CR-191 A UBL invoice should not include the AccountingSupplierParty Party Contact Note
UBL-CR-192 A UBL invoice should not include the AccountingSupplierParty Party Contact OtherCommunication
UBL-CR-193 A UBL invoice should not include the AccountingSupplierParty Party Person
UBL-CR-194 A UBL invoice should not include the AccountingSupplierParty Party AgentParty
UBL-CR-195 A UBL invoice should not include the AccountingSupplierParty Party ServiceProviderParty
UBL-CR-196 A UBL invoice should not include the AccountingSupplierParty Party PowerOfAttorney
UBL-CR-197 A UBL invoice should not include the AccountingSupplierParty Party FinancialAccount
UBL-CR-198 A UBL invoice should not include the AccountingSupplierParty DespatchContact
UBL-CR-199 A UBL invoice should not include the AccountingSupplierParty AccountingContact
UBL-CR-200 A UBL invoice should not include the AccountingSupplierParty SellerContact
UBL-CR-201 A UBL invoice should not include the AccountingCustomerParty CustomerAssignedAccountID
UBL-CR-202 A UBL invoice should not include the AccountingCustomerParty SupplierAssignedAccountID
UBL-CR-203 A UBL invoice should not include the AccountingCustomerParty AdditionalAccountID
UBL-CR-204 A UBL invoice should not include the AccountingCustomerParty Party MarkCareIndicator
UBL-CR-205 A UBL invoice should not include the AccountingCustomerParty Party MarkAttentionIndicator
UBL-CR-206 A UBL invoice should not include the AccountingCustomerParty Party WebsiteURI
UBL-CR-207 A UBL invoice should not include the AccountingCustomerParty Party LogoReferenceID
UBL-CR-208 A UBL invoice should not include the AccountingCustomerParty Party IndustryClassificationCode
UBL-CR-209 A UBL invoice should not include the AccountingCustomerParty Party Language
UBL-CR-210 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress ID
UBL-CR-211 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress AddressTypeCode
UBL-CR-212 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress AddressFormatCode
UBL-CR-213 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress Postbox
UBL-CR-214 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress Floor
UBL-CR-215 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress Room
UBL-CR-216 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress BlockName
UBL-CR-217 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress BuildingName
UBL-CR-218 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress BuildingNumber
UBL-CR-219 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress InhouseMail
UBL-CR-220 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress Department
UBL-CR-221 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress MarkAttention
UBL-CR-222 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress MarkCare
UBL-CR-223 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress PlotIdentification
UBL-CR-224 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress CitySubdivisionName
UBL-CR-225 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress CountrySubentityCode
UBL-CR-226 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress Region
UBL-CR-227 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress District
UBL-CR-228 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress TimezoneOffset
UBL-CR-229 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress Country Name
UBL-CR-230 A UBL invoice should not include the AccountingCustomerParty Party PostalAddress LocationCoordinate
UBL-CR-231 A UBL invoice should not include the AccountingCustomerParty Party PhysicalLocation
UBL-CR-232 A UBL invoice should not include the AccountingCustomerParty Party PartyTaxScheme RegistrationName
UBL-CR-233 A UBL invoice should not include the AccountingCustomerParty Party PartyTaxScheme TaxLevelCode
UBL-CR-234 A UBL invoice should not include the AccountingCustomerParty Party PartyTaxScheme ExemptionReasonCode
UBL-CR-235 A UBL invoice should not include the AccountingCustomerParty Party PartyTaxScheme ExemptionReason
UBL-CR-236 A UBL invoice should not include the AccountingCustomerParty Party PartyTaxScheme RegistrationAddress
UBL-CR-237 A UBL invoice should not include the AccountingCustomerParty Party PartyTaxScheme TaxScheme Name
UBL-CR-238 A UBL invoice should not include the AccountingCustomerParty Party PartyTaxScheme TaxScheme TaxTypeCode
UBL-CR-239 A UBL invoice should not include the AccountingCustomerParty Party PartyTaxScheme TaxScheme CurrencyCode
UBL-CR-240 A UBL invoice should not include the AccountingCustomerParty Party PartyTaxScheme TaxScheme JurisdictionRegionAddress
UBL-CR-241 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity RegistrationDate
UBL-CR-242 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity RegistrationExpirationDate
UBL-CR-243 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity CompanyLegalFormCode
UBL-CR-244 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity CompanyLegalForm
UBL-CR-245 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity SoleProprietorshipIndicator
UBL-CR-246 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity CompanyLiquidationStatusCode
UBL-CR-247 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity CorporateStockAmount
UBL-CR-248 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity FullyPaidSharesIndicator
UBL-CR-249 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity RegistrationAddress
UBL-CR-250 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity CorporateRegistrationScheme
UBL-CR-251 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity HeadOfficeParty
UBL-CR-252 A UBL invoice should not include the AccountingCustomerParty Party PartyLegalEntity ShareholderParty
UBL-CR-253 A UBL invoice should not include the AccountingCustomerParty Party Contact ID
UBL-CR-254 A UBL invoice should not include the AccountingCustomerParty Party Contact Telefax
UBL-CR-255 A UBL invoice should not include the AccountingCustomerParty Party Contact Note
UBL-CR-256 A UBL invoice should not include the AccountingCustomerParty Party Contact OtherCommunication
UBL-CR-257 A UBL invoice should not include the AccountingCustomerParty Party Person
UBL-CR-258 A UBL invoice should not include the AccountingCustomerParty Party AgentParty
UBL-CR-259 A UBL invoice should not include the AccountingCustomerParty Party ServiceProviderParty
UBL-CR-260 A UBL invoice should not include the AccountingCustomerParty Party PowerOfAttorney
UBL-CR-261 A UBL invoice should not include the AccountingCustomerParty Party FinancialAccount
UBL-CR-262 A UBL invoice should not include the AccountingCustomerParty DeliveryContact
UBL-CR-263 A UBL invoice should not include the AccountingCustomerParty AccountingContact
UBL-CR-264 A UBL invoice should not include the AccountingCustomerParty BuyerContact
UBL-CR-265 A UBL invoice should not include the PayeeParty MarkCareIndicator
UBL-CR-266 A UBL invoice should not include the PayeeParty MarkAttentionIndicator
UBL-CR-267 A UBL invoice should not include the PayeeParty WebsiteURI
UBL-CR-268 A UBL invoice should not include the PayeeParty LogoReferenceID
UBL-CR-269 A UBL invoice should not include the PayeeParty EndpointID
UBL-CR-270 A UBL invoice should not include the PayeeParty IndustryClassificationCode
UBL-CR-271 A UBL invoice should not include the PayeeParty Language
UBL-CR-272 A UBL invoice should not include the PayeeParty PostalAddress
UBL-CR-273 A UBL invoice should not include the PayeeParty PhysicalLocation
UBL-CR-274 A UBL invoice should not include the PayeeParty PartyTaxScheme
UBL-CR-275 A UBL invoice should not include the PayeeParty PartyLegalEntity RegistrationName
UBL-CR-276 A UBL invoice should not include the PayeeParty PartyLegalEntity RegistrationDate
UBL-CR-277 A UBL invoice should not include the PayeeParty PartyLegalEntity RegistrationExpirationDate
UBL-CR-278 A UBL invoice should not include the PayeeParty PartyLegalEntity CompanyLegalFormCode
UBL-CR-279 A UBL invoice should not include the PayeeParty PartyLegalEntity CompanyLegalForm
UBL-CR-280 A UBL invoice should not include the PayeeParty PartyLegalEntity SoleProprietorshipIndicator
UBL-CR-281 A UBL invoice should not include the PayeeParty PartyLegalEntity CompanyLiquidationStatusCode
UBL-CR-282 A UBL invoice should not include the PayeeParty PartyLegalEntity CorporateStockAmount
UBL-CR-283 A UBL invoice should not include the PayeeParty PartyLegalEntity FullyPaidSharesIndicator
UBL-CR-284 A UBL invoice should not include the PayeeParty PartyLegalEntity RegistrationAddress
UBL-CR-285 A UBL invoice should not include the PayeeParty PartyLegalEntity CorporateRegistrationScheme
UBL-CR-286 A UBL invoice should not include the PayeeParty PartyLegalEntity HeadOfficeParty
UBL-CR-287 A UBL invoice should not include the PayeeParty PartyLegalEntity ShareholderParty
UBL-CR-288 A UBL invoice should not include the PayeeParty Contact
UBL-CR-289 A UBL invoice should not include the PayeeParty Person
UBL-CR-290 A UBL invoice should not include the PayeeParty AgentParty
UBL-CR-291 A UBL invoice should not include the PayeeParty ServiceProviderParty
UBL-CR-292 A UBL invoice should not include the PayeeParty PowerOfAttorney
UBL-CR-293 A UBL invoice should not include the PayeeParty FinancialAccount
UBL-CR-294 A UBL invoice should not include the BuyerCustomerParty
UBL-CR-295 A UBL invoice should not include the SellerSupplierParty
UBL-CR-296 A UBL invoice should not include the TaxRepresentativeParty MarkCareIndicator
UBL-CR-297 A UBL invoice should not include the TaxRepresentativeParty MarkAttentionIndicator
UBL-CR-298 A UBL invoice should not include the TaxRepresentativeParty WebsiteURI
UBL-CR-299 A UBL invoice should not include the TaxRepresentativeParty LogoReferenceID
UBL-CR-300 A UBL invoice should not include the TaxRepresentativeParty EndpointID
UBL-CR-301 A UBL invoice should not include the TaxRepresentativeParty IndustryClassificationCode
UBL-CR-302 A UBL invoice should not include the TaxRepresentativeParty PartyIdentification
UBL-CR-303 A UBL invoice should not include the TaxRepresentativeParty Language
UBL-CR-304 A UBL invoice should not include the TaxRepresentativeParty PostalAddress ID
UBL-CR-305 A UBL invoice should not include the TaxRepresentativeParty PostalAddress AddressTypeCode
UBL-CR-306 A UBL invoice should not include the TaxRepresentativeParty PostalAddress AddressFormatCode
UBL-CR-307 A UBL invoice should not include the TaxRepresentativeParty PostalAddress Postbox
UBL-CR-308 A UBL invoice should not include the TaxRepresentativeParty PostalAddress Floor
UBL-CR-309 A UBL invoice should not include the TaxRepresentativeParty PostalAddress Room
UBL-CR-310 A UBL invoice should not include the TaxRepresentativeParty PostalAddress BlockName
UBL-CR-311 A UBL invoice should not include the TaxRepresentativeParty PostalAddress BuildingName
UBL-CR-312 A UBL invoice should not include the TaxRepresentativeParty PostalAddress BuildingNumber
UBL-CR-313 A UBL invoice should not include the TaxRepresentativeParty PostalAddress InhouseMail
UBL-CR-314 A UBL invoice should not include the TaxRepresentativeParty PostalAddress Department
UBL-CR-315 A UBL invoice should not include the TaxRepresentativeParty PostalAddress MarkAttention
UBL-CR-316 A UBL invoice should not include the TaxRepresentativeParty PostalAddress MarkCare
UBL-CR-317 A UBL invoice should not include the TaxRepresentativeParty PostalAddress PlotIdentification
UBL-CR-318 A UBL invoice should not include the TaxRepresentativeParty PostalAddress CitySubdivisionName
UBL-CR-319 A UBL invoice should not include the TaxRepresentativeParty PostalAddress CountrySubentityCode
UBL-CR-320 A UBL invoice should not include the TaxRepresentativeParty PostalAddress Region
UBL-CR-321 A UBL invoice should not include the TaxRepresentativeParty PostalAddress District
UBL-CR-322 A UBL invoice should not include the TaxRepresentativeParty PostalAddress TimezoneOffset
UBL-CR-323 A UBL invoice should not include the TaxRepresentativeParty PostalAddress Country Name
UBL-CR-324 A UBL invoice should not include the TaxRepresentativeParty PostalAddress LocationCoordinate
UBL-CR-325 A UBL invoice should not include the TaxRepresentativeParty PhysicalLocation
UBL-CR-326 A UBL invoice should not include the TaxRepresentativeParty PartyTaxScheme RegistrationName
UBL-CR-327 A UBL invoice should not include the TaxRepresentativeParty PartyTaxScheme TaxLevelCode
UBL-CR-328 A UBL invoice should not include the TaxRepresentativeParty PartyTaxScheme ExemptionReasonCode
UBL-CR-329 A UBL invoice should not include the TaxRepresentativeParty PartyTaxScheme ExemptionReason
UBL-CR-330 A UBL invoice should not include the TaxRepresentativeParty PartyTaxScheme RegistrationAddress
UBL-CR-331 A UBL invoice should not include the TaxRepresentativeParty PartyTaxScheme TaxScheme Name
UBL-CR-332 A UBL invoice should not include the TaxRepresentativeParty PartyTaxScheme TaxScheme TaxTypeCode
UBL-CR-333 A UBL invoice should not include the TaxRepresentativeParty PartyTaxScheme TaxScheme CurrencyCode
UBL-CR-334 A UBL invoice should not include the TaxRepresentativeParty PartyTaxScheme TaxScheme JurisdictionRegionAddress
UBL-CR-335 A UBL invoice should not include the TaxRepresentativeParty PartyLegalEntity
UBL-CR-336 A UBL invoice should not include the TaxRepresentativeParty Contact
UBL-CR-337 A UBL invoice should not include the TaxRepresentativeParty Person
UBL-CR-338 A UBL invoice should not include the TaxRepresentativeParty AgentParty
UBL-CR-339 A UBL invoice should not include the TaxRepresentativeParty ServiceProviderParty
UBL-CR-340 A UBL invoice should not include the TaxRepresentativeParty PowerOfAttorney
UBL-CR-341 A UBL invoice should not include the TaxRepresentativeParty FinancialAccount
UBL-CR-342 A UBL invoice should not include the Delivery ID
UBL-CR-343 A UBL invoice should not include the Delivery Quantity
UBL-CR-344 A UBL invoice should not include the Delivery MinimumQuantity
UBL-CR-345 A UBL invoice should not include the Delivery MaximumQuantity
UBL-CR-346 A UBL invoice should not include the Delivery ActualDeliveryTime
UBL-CR-347 A UBL invoice should not include the Delivery LatestDeliveryDate
UBL-CR-348 A UBL invoice should not include the Delivery LatestDeliveryTime
UBL-CR-349 A UBL invoice should not include the Delivery ReleaseID
UBL-CR-350 A UBL invoice should not include the Delivery TrackingID
UBL-CR-351 A UBL invoice should not include the Delivery DeliveryLocation Description
UBL-CR-352 A UBL invoice should not include the Delivery DeliveryLocation Conditions
UBL-CR-353 A UBL invoice should not include the Delivery DeliveryLocation CountrySubentity
UBL-CR-354 A UBL invoice should not include the Delivery DeliveryLocation CountrySubentityCode
UBL-CR-355 A UBL invoice should not include the Delivery DeliveryLocation LocationTypeCode
UBL-CR-356 A UBL invoice should not include the Delivery DeliveryLocation InformationURI
UBL-CR-357 A UBL invoice should not include the Delivery DeliveryLocation Name
UBL-CR-358 A UBL invoice should not include the Delivery DeliveryLocation ValidityPeriod
UBL-CR-359 A UBL invoice should not include the Delivery DeliveryLocation Address ID
UBL-CR-360 A UBL invoice should not include the Delivery DeliveryLocation Address AddressTypeCode
UBL-CR-361 A UBL invoice should not include the Delivery DeliveryLocation Address AddressFormatCode
UBL-CR-362 A UBL invoice should not include the Delivery DeliveryLocation Address Postbox
UBL-CR-363 A UBL invoice should not include the Delivery DeliveryLocation Address Floor
UBL-CR-364 A UBL invoice should not include the Delivery DeliveryLocation Address Room
UBL-CR-365 A UBL invoice should not include the Delivery DeliveryLocation Address BlockName
UBL-CR-366 A UBL invoice should not include the Delivery DeliveryLocation Address BuildingName
UBL-CR-367 A UBL invoice should not include the Delivery DeliveryLocation Address BuildingNumber
UBL-CR-368 A UBL invoice should not include the Delivery DeliveryLocation Address InhouseMail
UBL-CR-369 A UBL invoice should not include the Delivery DeliveryLocation Address Department
UBL-CR-370 A UBL invoice should not include the Delivery DeliveryLocation Address MarkAttention
UBL-CR-371 A UBL invoice should not include the Delivery DeliveryLocation Address MarkCare
UBL-CR-372 A UBL invoice should not include the Delivery DeliveryLocation Address PlotIdentification
UBL-CR-373 A UBL invoice should not include the Delivery DeliveryLocation Address CitySubdivisionName
UBL-CR-374 A UBL invoice should not include the Delivery DeliveryLocation Address CountrySubentityCode
UBL-CR-375 A UBL invoice should not include the Delivery DeliveryLocation Address Region
UBL-CR-376 A UBL invoice should not include the Delivery DeliveryLocation Address District
UBL-CR-377 A UBL invoice should not include the Delivery DeliveryLocation Address TimezoneOffset
UBL-CR-378 A UBL invoice should not include the Delivery DeliveryLocation Address Country Name
UBL-CR-379 A UBL invoice should not include the Delivery DeliveryLocation Address LocationCoordinate
UBL-CR-380 A UBL invoice should not include the Delivery DeliveryLocation SubsidiaryLocation
UBL-CR-381 A UBL invoice should not include the Delivery DeliveryLocation LocationCoordinate
UBL-CR-382 A UBL invoice should not include the Delivery AlternativeDeliveryLocation
UBL-CR-383 A UBL invoice should not include the Delivery RequestedDeliveryPeriod
UBL-CR-384 A UBL invoice should not include the Delivery EstimatedDeliveryPeriod
UBL-CR-385 A UBL invoice should not include the Delivery CarrierParty
UBL-CR-386 A UBL invoice should not include the DeliveryParty MarkCareIndicator
UBL-CR-387 A UBL invoice should not include the DeliveryParty MarkAttentionIndicator
UBL-CR-388 A UBL invoice should not include the DeliveryParty WebsiteURI
UBL-CR-389 A UBL invoice should not include the DeliveryParty LogoReferenceID
UBL-CR-390 A UBL invoice should not include the DeliveryParty EndpointID
UBL-CR-391 A UBL invoice should not include the DeliveryParty IndustryClassificationCode
UBL-CR-392 A UBL invoice should not include the DeliveryParty PartyIdentification
UBL-CR-393 A UBL invoice should not include the DeliveryParty Language
UBL-CR-394 A UBL invoice should not include the DeliveryParty PostalAddress
UBL-CR-395 A UBL invoice should not include the DeliveryParty PhysicalLocation
UBL-CR-396 A UBL invoice should not include the DeliveryParty PartyTaxScheme
UBL-CR-397 A UBL invoice should not include the DeliveryParty PartyLegalEntity
UBL-CR-398 A UBL invoice should not include the DeliveryParty Contact
UBL-CR-399 A UBL invoice should not include the DeliveryParty Person
UBL-CR-400 A UBL invoice should not include the DeliveryParty AgentParty
UBL-CR-401 A UBL invoice should not include the DeliveryParty ServiceProviderParty
UBL-CR-402 A UBL invoice should not include the DeliveryParty PowerOfAttorney
UBL-CR-403 A UBL invoice should not include the DeliveryParty FinancialAccount
UBL-CR-404 A UBL invoice should not include the Delivery NotifyParty
UBL-CR-405 A UBL invoice should not include the Delivery Despatch
UBL-CR-406 A UBL invoice should not include the Delivery DeliveryTerms
UBL-CR-407 A UBL invoice should not include the Delivery MinimumDeliveryUnit
UBL-CR-408 A UBL invoice should not include the Delivery MaximumDeliveryUnit
UBL-CR-409 A UBL invoice should not include the Delivery Shipment
UBL-CR-410 A UBL invoice should not include the DeliveryTerms
UBL-CR-411 A UBL invoice should not include the PaymentMeans ID
UBL-CR-412 A UBL invoice should not include the PaymentMeans PaymentDueDate
UBL-CR-413 A UBL invoice should not include the PaymentMeans PaymentChannelCode
UBL-CR-414 A UBL invoice should not include the PaymentMeans InstructionID
UBL-CR-415 A UBL invoice should not include the PaymentMeans CardAccount CardTypeCode
UBL-CR-416 A UBL invoice should not include the PaymentMeans CardAccount ValidityStartDate
UBL-CR-417 A UBL invoice should not include the PaymentMeans CardAccount ExpiryDate
UBL-CR-418 A UBL invoice should not include the PaymentMeans CardAccount IssuerID
UBL-CR-419 A UBL invoice should not include the PaymentMeans CardAccount IssueNumberID
UBL-CR-420 A UBL invoice should not include the PaymentMeans CardAccount CV2ID
UBL-CR-421 A UBL invoice should not include the PaymentMeans CardAccount CardChipCode
UBL-CR-422 A UBL invoice should not include the PaymentMeans CardAccount ChipApplicationID
UBL-CR-424 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount AliasName
UBL-CR-425 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount AccountTypeCode
UBL-CR-426 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount AccountFormatCode
UBL-CR-427 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount CurrencyCode
UBL-CR-428 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount PaymentNote
UBL-CR-429 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount FinancialInstitutionBranch Name
UBL-CR-430 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount FinancialInstitutionBranch FinancialInstitution Name
UBL-CR-431 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount FinancialInstitutionBranch FinancialInstitution Address
UBL-CR-432 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount FinancialInstitutionBranch Address
UBL-CR-433 A UBL invoice should not include the PaymentMeans PayeeFinancialAccount Country
UBL-CR-434 A UBL invoice should not include the PaymentMeans CreditAccount
UBL-CR-435 A UBL invoice should not include the PaymentMeans PaymentMandate MandateTypeCode
UBL-CR-436 A UBL invoice should not include the PaymentMeans PaymentMandate MaximumPaymentInstructionsNumeric
UBL-CR-437 A UBL invoice should not include the PaymentMeans PaymentMandate MaximumPaidAmount
UBL-CR-438 A UBL invoice should not include the PaymentMeans PaymentMandate SignatureID
UBL-CR-439 A UBL invoice should not include the PaymentMeans PaymentMandate PayerParty
UBL-CR-440 A UBL invoice should not include the PaymentMeans PaymentMandate PayerFinancialAccount Name
UBL-CR-441 A UBL invoice should not include the PaymentMeans PaymentMandate PayerFinancialAccount AliasName
UBL-CR-442 A UBL invoice should not include the PaymentMeans PaymentMandate PayerFinancialAccount AccountTypeCode
UBL-CR-443 A UBL invoice should not include the PaymentMeans PaymentMandate PayerFinancialAccount AccountFormatCode
UBL-CR-444 A UBL invoice should not include the PaymentMeans PaymentMandate PayerFinancialAccount CurrencyCode
UBL-CR-445 A UBL invoice should not include the PaymentMeans PaymentMandate PayerFinancialAccount PaymentNote
UBL-CR-446 A UBL invoice should not include the PaymentMeans PaymentMandate PayerFinancialAccount FinancialInstitutionBranch
UBL-CR-447 A UBL invoice should not include the PaymentMeans PaymentMandate PayerFinancialAccount Country
UBL-CR-448 A UBL invoice should not include the PaymentMeans PaymentMandate ValidityPeriod
UBL-CR-449 A UBL invoice should not include the PaymentMeans PaymentMandate PaymentReversalPeriod
UBL-CR-450 A UBL invoice should not include the PaymentMeans PaymentMandate Clause
UBL-CR-451 A UBL invoice should not include the PaymentMeans TradeFinancing
UBL-CR-452 A UBL invoice should not include the PaymentTerms ID
UBL-CR-453 A UBL invoice should not include the PaymentTerms PaymentMeansID
UBL-CR-454 A UBL invoice should not include the PaymentTerms PrepaidPaymentReferenceID
UBL-CR-455 A UBL invoice should not include the PaymentTerms ReferenceEventCode
UBL-CR-456 A UBL invoice should not include the PaymentTerms SettlementDiscountPercent
UBL-CR-457 A UBL invoice should not include the PaymentTerms PenaltySurchargePercent
UBL-CR-458 A UBL invoice should not include the PaymentTerms PaymentPercent
UBL-CR-459 A UBL invoice should not include the PaymentTerms Amount
UBL-CR-460 A UBL invoice should not include the PaymentTerms SettlementDiscountAmount
UBL-CR-461 A UBL invoice should not include the PaymentTerms PenaltyAmount
UBL-CR-462 A UBL invoice should not include the PaymentTerms PaymentTermsDetailsURI
UBL-CR-463 A UBL invoice should not include the PaymentTerms PaymentDueDate
UBL-CR-464 A UBL invoice should not include the PaymentTerms InstallmentDueDate
UBL-CR-465 A UBL invoice should not include the PaymentTerms InvoicingPartyReference
UBL-CR-466 A UBL invoice should not include the PaymentTerms SettlementPeriod
UBL-CR-467 A UBL invoice should not include the PaymentTerms PenaltyPeriod
UBL-CR-468 A UBL invoice should not include the PaymentTerms ExchangeRate
UBL-CR-469 A UBL invoice should not include the PaymentTerms ValidityPeriod
UBL-CR-470 A UBL invoice should not include the PrepaidPayment
UBL-CR-471 A UBL invoice should not include the AllowanceCharge ID
UBL-CR-472 A UBL invoice should not include the AllowanceCharge PrepaidIndicator
UBL-CR-473 A UBL invoice should not include the AllowanceCharge SequenceNumeric
UBL-CR-474 A UBL invoice should not include the AllowanceCharge AccountingCostCode
UBL-CR-475 A UBL invoice should not include the AllowanceCharge AccountingCost
UBL-CR-476 A UBL invoice should not include the AllowanceCharge PerUnitAmount
UBL-CR-477 A UBL invoice should not include the AllowanceCharge TaxCategory Name
UBL-CR-478 A UBL invoice should not include the AllowanceCharge TaxCategory BaseUnitMeasure
UBL-CR-479 A UBL invoice should not include the AllowanceCharge TaxCategory PerUnitAmount
UBL-CR-480 A UBL invoice should not include the AllowanceCharge TaxCategory TaxExemptionReasonCode
UBL-CR-481 A UBL invoice should not include the AllowanceCharge TaxCategory TaxExemptionReason
UBL-CR-482 A UBL invoice should not include the AllowanceCharge TaxCategory TierRange
UBL-CR-483 A UBL invoice should not include the AllowanceCharge TaxCategory TierRatePercent
UBL-CR-484 A UBL invoice should not include the AllowanceCharge TaxCategory TaxScheme Name
UBL-CR-485 A UBL invoice should not include the AllowanceCharge TaxCategory TaxScheme TaxTypeCode
UBL-CR-486 A UBL invoice should not include the AllowanceCharge TaxCategory TaxScheme CurrencyCode
UBL-CR-487 A UBL invoice should not include the AllowanceCharge TaxCategory TaxScheme JurisdictionRegionAddress
UBL-CR-488 A UBL invoice should not include the AllowanceCharge TaxTotal
UBL-CR-489 A UBL invoice should not include the AllowanceCharge PaymentMeans
UBL-CR-490 A UBL invoice should not include the TaxExchangeRate
UBL-CR-491 A UBL invoice should not include the PricingExchangeRate
UBL-CR-492 A UBL invoice should not include the PaymentExchangeRate
UBL-CR-493 A UBL invoice should not include the PaymentAlternativeExchangeRate
UBL-CR-494 A UBL invoice should not include the TaxTotal RoundingAmount
UBL-CR-495 A UBL invoice should not include the TaxTotal TaxEvidenceIndicator
UBL-CR-496 A UBL invoice should not include the TaxTotal TaxIncludedIndicator
UBL-CR-497 A UBL invoice should not include the TaxTotal TaxSubtotal CalulationSequenceNumeric
UBL-CR-498 A UBL invoice should not include the TaxTotal TaxSubtotal TransactionCurrencyTaxAmount
UBL-CR-499 A UBL invoice should not include the TaxTotal TaxSubtotal Percent
UBL-CR-500 A UBL invoice should not include the TaxTotal TaxSubtotal BaseUnitMeasure
UBL-CR-501 A UBL invoice should not include the TaxTotal TaxSubtotal PerUnitAmount
UBL-CR-502 A UBL invoice should not include the TaxTotal TaxSubtotal TierRange
UBL-CR-503 A UBL invoice should not include the TaxTotal TaxSubtotal TierRatePercent
UBL-CR-504 A UBL invoice should not include the TaxTotal TaxSubtotal TaxCategory Name
UBL-CR-505 A UBL invoice should not include the TaxTotal TaxSubtotal TaxCategory BaseUnitMeasure
UBL-CR-506 A UBL invoice should not include the TaxTotal TaxSubtotal TaxCategory PerUnitAmount
UBL-CR-507 A UBL invoice should not include the TaxTotal TaxSubtotal TaxCategory TierRange
UBL-CR-508 A UBL invoice should not include the TaxTotal TaxSubtotal TaxCategory TierRatePercent
UBL-CR-509 A UBL invoice should not include the TaxTotal TaxSubtotal TaxCategory TaxScheme Name
UBL-CR-510 A UBL invoice should not include the TaxTotal TaxSubtotal TaxCategory TaxScheme TaxTypeCode
UBL-CR-511 A UBL invoice should not include the TaxTotal TaxSubtotal TaxCategory TaxScheme CurrencyCode
UBL-CR-512 A UBL invoice should not include the TaxTotal TaxSubtotal TaxCategory TaxScheme JurisdictionRegionAddress
UBL-CR-513 A UBL invoice should not include the WithholdingTaxTotal
UBL-CR-514 A UBL invoice should not include the LegalMonetaryTotal PayableAlternativeAmount
UBL-CR-515 A UBL invoice should not include the InvoiceLine UUID
UBL-CR-516 A UBL invoice should not include the InvoiceLine TaxPointDate
UBL-CR-517 A UBL invoice should not include the InvoiceLine AccountingCostCode
UBL-CR-518 A UBL invoice should not include the InvoiceLine PaymentPurposeCode
UBL-CR-519 A UBL invoice should not include the InvoiceLine FreeOfChargeIndicator
UBL-CR-520 A UBL invoice should not include the InvoiceLine InvoicePeriod StartTime
UBL-CR-521 A UBL invoice should not include the InvoiceLine InvoicePeriod EndTime
UBL-CR-522 A UBL invoice should not include the InvoiceLine InvoicePeriod DurationMeasure
UBL-CR-523 A UBL invoice should not include the InvoiceLine InvoicePeriod DescriptionCode
UBL-CR-524 A UBL invoice should not include the InvoiceLine InvoicePeriod Description
UBL-CR-525 A UBL invoice should not include the InvoiceLine OrderLineReference SalesOrderLineID
UBL-CR-526 A UBL invoice should not include the InvoiceLine OrderLineReference UUID
UBL-CR-527 A UBL invoice should not include the InvoiceLine OrderLineReference LineStatusCode
UBL-CR-528 A UBL invoice should not include the InvoiceLine OrderLineReference OrderReference
UBL-CR-529 A UBL invoice should not include the InvoiceLine DespatchLineReference
UBL-CR-530 A UBL invoice should not include the InvoiceLine ReceiptLineReference
UBL-CR-531 A UBL invoice should not include the InvoiceLine BillingReference
UBL-CR-532 A UBL invoice should not include the InvoiceLine DocumentReference CopyIndicator
UBL-CR-533 A UBL invoice should not include the InvoiceLine DocumentReference UUID
UBL-CR-534 A UBL invoice should not include the InvoiceLine DocumentReference IssueDate
UBL-CR-535 A UBL invoice should not include the InvoiceLine DocumentReference IssueTime
UBL-CR-537 A UBL invoice should not include the InvoiceLine DocumentReference DocumentType
UBL-CR-538 A UBL invoice should not include the InvoiceLine DocumentReference Xpath
UBL-CR-539 A UBL invoice should not include the InvoiceLine DocumentReference LanguageID
UBL-CR-540 A UBL invoice should not include the InvoiceLine DocumentReference LocaleCode
UBL-CR-541 A UBL invoice should not include the InvoiceLine DocumentReference VersionID
UBL-CR-542 A UBL invoice should not include the InvoiceLine DocumentReference DocumentStatusCode
UBL-CR-543 A UBL invoice should not include the InvoiceLine DocumentReference DocumentDescription
UBL-CR-544 A UBL invoice should not include the InvoiceLine DocumentReference Attachment
UBL-CR-545 A UBL invoice should not include the InvoiceLine DocumentReference ValidityPeriod
UBL-CR-546 A UBL invoice should not include the InvoiceLine DocumentReference IssuerParty
UBL-CR-547 A UBL invoice should not include the InvoiceLine DocumentReference ResultOfVerification
UBL-CR-548 A UBL invoice should not include the InvoiceLine PricingReference
UBL-CR-549 A UBL invoice should not include the InvoiceLine OriginatorParty
UBL-CR-550 A UBL invoice should not include the InvoiceLine Delivery
UBL-CR-551 A UBL invoice should not include the InvoiceLine PaymentTerms
UBL-CR-552 A UBL invoice should not include the InvoiceLine AllowanceCharge ID
UBL-CR-553 A UBL invoice should not include the InvoiceLine AllowanceCharge PrepaidIndicator
UBL-CR-554 A UBL invoice should not include the InvoiceLine AllowanceCharge SequenceNumeric
UBL-CR-555 A UBL invoice should not include the InvoiceLine AllowanceCharge AccountingCostCode
UBL-CR-556 A UBL invoice should not include the InvoiceLine AllowanceCharge AccountingCost
UBL-CR-557 A UBL invoice should not include the InvoiceLine AllowanceCharge PerUnitAmount
UBL-CR-558 A UBL invoice should not include the InvoiceLine AllowanceCharge TaxCategory
UBL-CR-559 A UBL invoice should not include the InvoiceLine AllowanceCharge TaxTotal
UBL-CR-560 A UBL invoice should not include the InvoiceLine AllowanceCharge PaymentMeans
UBL-CR-561 A UBL invoice should not include the InvoiceLine TaxTotal
UBL-CR-562 A UBL invoice should not include the InvoiceLine WithholdingTaxTotal
UBL-CR-563 A UBL invoice should not include the InvoiceLine Item PackQuantity
UBL-CR-564 A UBL invoice should not include the InvoiceLine Item PackSizeNumeric
UBL-CR-565 A UBL invoice should not include the InvoiceLine Item CatalogueIndicator
UBL-CR-566 A UBL invoice should not include the InvoiceLine Item HazardousRiskIndicator
UBL-CR-567 A UBL invoice should not include the InvoiceLine Item AdditionalInformation
UBL-CR-568 A UBL invoice should not include the InvoiceLine Item Keyword
UBL-CR-569 A UBL invoice should not include the InvoiceLine Item BrandName
UBL-CR-570 A UBL invoice should not include the InvoiceLine Item ModelName
UBL-CR-571 A UBL invoice should not include the InvoiceLine Item BuyersItemIdentification ExtendedID
UBL-CR-572 A UBL invoice should not include the InvoiceLine Item BuyersItemIdentification BarcodeSymbologyID
UBL-CR-573 A UBL invoice should not include the InvoiceLine Item BuyersItemIdentification PhysicalAttribute
UBL-CR-574 A UBL invoice should not include the InvoiceLine Item BuyersItemIdentification MeasurementDimension
UBL-CR-575 A UBL invoice should not include the InvoiceLine Item BuyersItemIdentification IssuerParty
UBL-CR-576 A UBL invoice should not include the InvoiceLine Item SellersItemIdentification ExtendedID
UBL-CR-577 A UBL invoice should not include the InvoiceLine Item SellersItemIdentification BarcodeSymbologyID
UBL-CR-578 A UBL invoice should not include the InvoiceLine Item SellersItemIdentification PhysicalAttribute
UBL-CR-579 A UBL invoice should not include the InvoiceLine Item SellersItemIdentification MeasurementDimension
UBL-CR-580 A UBL invoice should not include the InvoiceLine Item SellersItemIdentification IssuerParty
UBL-CR-581 A UBL invoice should not include the InvoiceLine Item ManufacturersItemIdentification
UBL-CR-582 A UBL invoice should not include the InvoiceLine Item StandardItemIdentification ExtendedID
UBL-CR-583 A UBL invoice should not include the InvoiceLine Item StandardItemIdentification BarcodeSymbologyID
UBL-CR-584 A UBL invoice should not include the InvoiceLine Item StandardItemIdentification PhysicalAttribute
UBL-CR-585 A UBL invoice should not include the InvoiceLine Item StandardItemIdentification MeasurementDimension
UBL-CR-586 A UBL invoice should not include the InvoiceLine Item StandardItemIdentification IssuerParty
UBL-CR-587 A UBL invoice should not include the InvoiceLine Item CatalogueItemIdentification
UBL-CR-588 A UBL invoice should not include the InvoiceLine Item AdditionalItemIdentification
UBL-CR-589 A UBL invoice should not include the InvoiceLine Item CatalogueDocumentReference
UBL-CR-590 A UBL invoice should not include the InvoiceLine Item ItemSpecificationDocumentReference
UBL-CR-591 A UBL invoice should not include the InvoiceLine Item OriginCountry Name
UBL-CR-592 A UBL invoice should not include the InvoiceLine Item CommodityClassification NatureCode
UBL-CR-593 A UBL invoice should not include the InvoiceLine Item CommodityClassification CargoTypeCode
UBL-CR-594 A UBL invoice should not include the InvoiceLine Item CommodityClassification CommodityCode
UBL-CR-595 A UBL invoice should not include the InvoiceLine Item TransactionConditions
UBL-CR-596 A UBL invoice should not include the InvoiceLine Item HazardousItem
UBL-CR-597 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory Name
UBL-CR-598 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory BaseUnitMeasure
UBL-CR-599 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory PerUnitAmount
UBL-CR-600 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory TaxExemptionReasonCode
UBL-CR-601 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory TaxExemptionReason
UBL-CR-602 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory TierRange
UBL-CR-603 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory TierRatePercent
UBL-CR-604 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory TaxScheme Name
UBL-CR-605 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory TaxScheme TaxTypeCode
UBL-CR-606 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory TaxScheme CurrencyCode
UBL-CR-607 A UBL invoice should not include the InvoiceLine Item ClassifiedTaxCategory TaxScheme JurisdictionRegionAddress
UBL-CR-608 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty ID
UBL-CR-609 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty NameCode
UBL-CR-610 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty TestMethod
UBL-CR-611 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty ValueQuantity
UBL-CR-612 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty ValueQualifier
UBL-CR-613 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty ImportanceCode
UBL-CR-614 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty ListValue
UBL-CR-615 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty UsabilityPeriod
UBL-CR-616 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty ItemPropertyGroup
UBL-CR-617 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty RangeDimension
UBL-CR-618 A UBL invoice should not include the InvoiceLine Item AdditionalItemProperty ItemPropertyRange
UBL-CR-619 A UBL invoice should not include the InvoiceLine Item ManufacturerParty
UBL-CR-620 A UBL invoice should not include the InvoiceLine Item InformationContentProviderParty
UBL-CR-621 A UBL invoice should not include the InvoiceLine Item OriginAddress
UBL-CR-622 A UBL invoice should not include the InvoiceLine Item ItemInstance
UBL-CR-623 A UBL invoice should not include the InvoiceLine Item Certificate
UBL-CR-624 A UBL invoice should not include the InvoiceLine Item Dimension
UBL-CR-625 A UBL invoice should not include the InvoiceLine Item Price PriceChangeReason
UBL-CR-626 A UBL invoice should not include the InvoiceLine Item Price PriceTypeCode
UBL-CR-627 A UBL invoice should not include the InvoiceLine Item Price PriceType
UBL-CR-628 A UBL invoice should not include the InvoiceLine Item Price OrderableUnitFactorRate
UBL-CR-629 A UBL invoice should not include the InvoiceLine Item Price ValidityPeriod
UBL-CR-630 A UBL invoice should not include the InvoiceLine Item Price PriceList
UBL-CR-632 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge ID
UBL-CR-633 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge AllowanceChargeReasonCode
UBL-CR-634 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge AllowanceChargeReason
UBL-CR-635 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge MultiplierFactorNumeric
UBL-CR-636 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge PrepaidIndicator
UBL-CR-637 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge SequenceNumeric
UBL-CR-638 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge AccountingCostCode
UBL-CR-639 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge AccountingCost
UBL-CR-640 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge PerUnitAmount
UBL-CR-641 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge TaxCategory
UBL-CR-642 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge TaxTotal
UBL-CR-643 A UBL invoice should not include the InvoiceLine Item Price AllowanceCharge PaymentMeans
UBL-CR-644 A UBL invoice should not include the InvoiceLine Item Price PricingExchangeRate
UBL-CR-645 A UBL invoice should not include the InvoiceLine DeliveryTerms
UBL-CR-646 A UBL invoice should not include the InvoiceLine SubInvoiceLine
UBL-CR-647 A UBL invoice should not include the InvoiceLine ItemPriceExtension
UBL-CR-648 A UBL invoice should not include the CustomizationID scheme identifier
UBL-CR-649 A UBL invoice should not include the ProfileID scheme identifier
UBL-CR-650 A UBL invoice shall not include the Invoice ID scheme identifier
UBL-CR-651 A UBL invoice should not include the SalesOrderID scheme identifier
UBL-CR-652 A UBL invoice should not include the PartyTaxScheme CompanyID scheme identifier
UBL-CR-653 A UBL invoice should not include the PaymentID scheme identifier
UBL-CR-654 A UBL invoice should not include the PayeeFinancialAccount scheme identifier
UBL-CR-655 A UBL invoice shall not include the FinancialInstitutionBranch ID scheme identifier
UBL-CR-656 A UBL invoice should not include the InvoiceTypeCode listID
UBL-CR-657 A UBL invoice should not include the DocumentCurrencyCode listID
UBL-CR-658 A UBL invoice should not include the TaxCurrencyCode listID
UBL-CR-659 A UBL invoice shall not include the AdditionalDocumentReference DocumentTypeCode listID
UBL-CR-660 A UBL invoice should not include the Country Identification code listID
UBL-CR-661 A UBL invoice should not include the PaymentMeansCode listID
UBL-CR-662 A UBL invoice should not include the AllowanceChargeReasonCode listID
UBL-CR-663 A UBL invoice should not include the unitCodeListID
UBL-CR-664 A UBL invoice should not include the FinancialInstitutionBranch FinancialInstitution
UBL-CR-665 A UBL invoice should not include the AdditionalDocumentReference ID schemeID unless the DocumentTypeCode equals '130'
UBL-CR-666 A UBL invoice shall not include an AdditionalDocumentReference simultaneously referring an Invoice Object Identifier and an Attachment
UBL-CR-667 A UBL invoice should not include a Buyer Item Identification schemeID
UBL-CR-668 A UBL invoice should not include a Sellers Item Identification schemeID
UBL-CR-669 A UBL invoice should not include a Price Allowance Reason Code
UBL-CR-670 A UBL invoice should not include a Price Allowance Reason
UBL-CR-671 A UBL invoice should not include a Price Allowance Multiplier Factor
UBL-CR-672 A UBL credit note should not include the CreditNoteTypeCode listID
UBL-CR-673 A UBL invoice shall not include an AdditionalDocumentReference simultaneously referring an Invoice Object Identifier and an Document Description
UBL-CR-674 A UBL invoice should not include the PrimaryAccountNumber schemeID
UBL-CR-675 A UBL invoice should not include the NetworkID schemeID
UBL-CR-676 A UBL invoice should not include the PaymentMandate/ID schemeID
UBL-CR-677 A UBL invoice should not include the PayerFinancialAccount/ID schemeID
UBL-CR-678 A UBL invoice should not include the TaxCategory/ID schemeID
UBL-CR-679 A UBL invoice should not include the ClassifiedTaxCategory/ID schemeID
UBL-CR-680 A UBL invoice should not include the PaymentMeans/PayerFinancialAccount
UBL-CR-681 A UBL invoice should not include the PaymentMeans InstructionNote
UBL-CR-682 A UBL invoice should not include the Delivery DeliveryAddress
UBL-DT-08 Scheme name attribute should not be present
UBL-DT-09 Scheme agency name attribute should not be present
UBL-DT-10 Scheme data uri attribute should not be present
UBL-DT-11 Scheme uri attribute should not be present
UBL-DT-12 Format attribute should not be present
UBL-DT-13 Unit code list identifier attribute should not be present
UBL-DT-14 Unit code list agency identifier attribute should not be present
UBL-DT-15 Unit code list agency name attribute should not be present
UBL-DT-16 List agency name attribute should not be present
UBL-DT-17 List name attribute should not be present
UBL-DT-18 Name attribute should not be present
UBL-DT-19 Language identifier attribute should not be present
UBL-DT-20 List uri attribute should not be present
UBL-DT-21 List scheme uri attribute should not be present
UBL-DT-22 Language local identifier attribute should not be present
UBL-DT-23 Uri attribute should not be present
UBL-DT-24 Currency code list version id should not be present
UBL-DT-25 CharacterSetCode attribute should not be present
UBL-DT-26 EncodingCode attribute should not be present
UBL-DT-27 Scheme Agency ID attribute should not be present
UBL-DT-28 List Agency ID attribute should not be present
UBL-SR-01 Contract identifier shall occur maximum once.
UBL-SR-02 Receive advice identifier shall occur maximum once
UBL-SR-03 Despatch advice identifier shall occur maximum once
UBL-SR-04 Invoice object identifier shall occur maximum once
UBL-SR-05 Payment terms shall occur maximum once
UBL-SR-08 Invoice period shall occur maximum once
UBL-SR-09 Seller name shall occur maximum once
UBL-SR-10 Seller trader name shall occur maximum once
UBL-SR-11 Seller legal registration identifier shall occur maximum once
UBL-SR-12 Seller VAT identifier shall occur maximum once
UBL-SR-13 Seller tax registration shall occur maximum once
UBL-SR-14 Seller additional legal information shall occur maximum once
UBL-SR-15 Buyer name shall occur maximum once
UBL-SR-16 Buyer identifier shall occur maximum once
UBL-SR-17 Buyer legal registration identifier shall occur maximum once
UBL-SR-18 Buyer VAT identifier shall occur maximum once
UBL-SR-24 Deliver to information shall occur maximum once
UBL-SR-29 Bank creditor reference shall occur maximum once
UBL-SR-39 Project reference shall occur maximum once.
UBL-SR-40 Buyer trade name shall occur maximum once
UBL-SR-44 An Invoice may only have one unique PaymentID, but the PaymentID may be used for multiple PaymentMeans
UBL-SR-45 Due Date shall occur maximum once
UBL-SR-46 Payment means text shall occur maximum once
UBL-SR-47 When there are more than one payment means code, they shall be equal
UBL-SR-49 Value tax point date shall occur maximum once
UBL-SR-54 An Invoice shall contain maximum one Payment Card account (BG-18).
UBL-SR-55 An Invoice shall contain maximum one Payment Mandate (BG-19).
UBL-SR-56 An Invoice shall contain maximum one Originator document reference identifier (BT-17).
UBL-SR-34 Invoice line note shall occur maximum once
UBL-SR-35 Referenced purchase order line identifier shall occur maximum once
UBL-SR-36 Invoice line period shall occur maximum once
UBL-SR-37 Item price discount shall occur maximum once
UBL-SR-48 Invoice lines shall have one and only one classified tax category.
UBL-SR-50 Item description shall occur maximum once
UBL-SR-52 Document reference shall occur maximum once
UBL-SR-19 Payee name shall occur maximum once, if the Payee is different from the Seller
UBL-SR-20 Payee identifier shall occur maximum once, if the Payee is different from the Seller
UBL-SR-21 Payee legal registration identifier shall occur maximum once, if the Payee is different from the Seller
UBL-SR-26 Payment reference shall occur maximum once
UBL-SR-27 Payment means text shall occur maximum once
UBL-SR-28 Mandate reference identifier shall occur maximum once
UBL-SR-06 Preceding invoice reference shall occur maximum once
UBL-SR-07 If there is a preceding invoice reference, the preceding invoice number shall be present
UBL-SR-22 Seller tax representative name shall occur maximum once, if the Seller has a tax representative
UBL-SR-23 Seller tax representative VAT identifier shall occur maximum once, if the Seller has a tax representative
UBL-SR-32 VAT exemption reason text shall occur maximum once
BR-CL-01 The document type code MUST be coded by the invoice and credit note related code lists of UNTDID 1001.
BR-CL-03 currencyID MUST be coded using ISO code list 4217 alpha-3
BR-CL-04 Invoice currency code MUST be coded using ISO code list 4217 alpha-3
BR-CL-05 Tax currency code MUST be coded using ISO code list 4217 alpha-3
BR-CL-06 Value added tax point date code MUST be coded using a restriction of UNTDID 2005.
BR-CL-07 Object identifier identification scheme identifier MUST be coded using a restriction of UNTDID 1153.
BR-CL-10 Any identifier identification scheme identifier MUST be coded using one of the ISO 6523 ICD list.
BR-CL-11 Any registration identifier identification scheme identifier MUST be coded using one of the ISO 6523 ICD list.
BR-CL-13 Item classification identifier identification scheme identifier MUST be coded using one of the UNTDID 7143 list.
BR-CL-14 Country codes in an invoice MUST be coded using ISO code list 3166-1
BR-CL-15 Country codes in an invoice MUST be coded using ISO code list 3166-1
BR-CL-16 Payment means in an invoice MUST be coded using UNCL4461 code list
BR-CL-17 Invoice tax categories MUST be coded using UNCL5305 code list
BR-CL-18 Invoice tax categories MUST be coded using UNCL5305 code list
BR-CL-19 Coded allowance reasons MUST belong to the UNCL 5189 code list
BR-CL-20 Coded charge reasons MUST belong to the UNCL 7161 code list
BR-CL-21 Item standard identifier scheme identifier MUST belong to the ISO 6523 ICD code list
BR-CL-22 Tax exemption reason code identifier scheme identifier MUST belong to the CEF VATEX code list
BR-CL-23 Unit code MUST be coded according to the UN/ECE Recommendation 20 with Rec 21 extension
BR-CL-24 For Mime code in attribute use MIMEMediaType.
BR-CL-25 Endpoint identifier scheme identifier MUST belong to the CEF EAS code list
BR-CL-26 Delivery location identifier scheme identifier MUST belong to the ISO 6523 ICD code list
CII-SR-464 - PayerSpecifiedDebtorFincancialInstitution shall not be used.
CII-SR-001 - SpecifiedTransactionID should not be present
CII-SR-002 - TestIndicator should not be present
CII-SR-003 - BusinessProcessSpecifiedDocumentContextParameter should exist maximum once
CII-SR-006 - BIMSpecifiedDocumentContextParameter should not be present
CII-SR-007 - ScenarioSpecifiedDocumentContextParameter should not be present
CII-SR-008 - ApplicationSpecifiedDocumentContextParameter should not be present
CII-SR-009 - GuidelineSpecifiedDocumentContextParameter must exist exactly once
CII-SR-010 - ID must exist exactly once
CII-SR-011 - SubsetSpecifiedDocumentContextParameter should not be present
CII-SR-012 - MessageStandardSpecifiedDocumentContextParameter should not be present
CII-SR-013 - Name should not be present
CII-SR-014 - TypeCode must exist exactly once
CII-SR-015 - DateTime should not be present
CII-SR-016 - CopyIndicator should not be present
CII-SR-017 - Purpose should not be present
CII-SR-018 - ControlRequirementIndicator should not be present
CII-SR-019 - LanguageID should not be present
CII-SR-020 - PurposeCode should not be present
CII-SR-021 - RevisionDateTime should not be present
CII-SR-022 - VersionID should not be present
CII-SR-023 - GlobalID should not be present
CII-SR-024 - RevisionID should not be present
CII-SR-025 - PreviousRevisionID should not be present
CII-SR-026 - CategoryCode should not be present
CII-SR-027 - Subject should not be present
CII-SR-028 - ContentCode should not be present
CII-SR-032 - ID should not be present
CII-SR-033 - EffectiveSpecifiedPeriod should not be present
CII-SR-034 - IssuerTradeParty should not be present
CII-SR-030 - Content should exist maximum once
CII-SR-035 - DescriptionCode should not be present
CII-SR-036 - ParentLineID should not be present
CII-SR-037 - LineStatusCode should not be present
CII-SR-038 - LineStatusReasonCode should not be present
CII-SR-221 - IncludedSubordinateTradeLineItem should not be present
CII-SR-039 - IncludedNote should exist maximum once
CII-SR-040 - Content should exist maximum once
CII-SR-041 - SubjectCode should not be present
CII-SR-042 - ID should not be present
CII-SR-043 - CategoryCode should not be present
CII-SR-044 - Subject should not be present
CII-SR-045 - ID should not be present
CII-SR-046 - schemeID must be present if GlobalID is present
CII-SR-048 - ManufacturerAssignedID should not be present
CII-SR-049 - TradeName should not be present
CII-SR-050 - TypeCode should not be present
CII-SR-051 - NetWeightMeasure should not be present
CII-SR-052 - GrossWeightMeasure should not be present
CII-SR-053 - ProductGroupID should not be present
CII-SR-054 - EndItemTypeCode should not be present
CII-SR-055 - EndItemName should not be present
CII-SR-056 - AreaDensityMeasure should not be present
CII-SR-057 - UseDescription should not be present
CII-SR-058 - BrandName should not be present
CII-SR-059 - SubBrandName should not be present
CII-SR-060 - DrainedNetWeightMeasure should not be present
CII-SR-061 - VariableMeasureIndicator should not be present
CII-SR-062 - ColourCode should not be present
CII-SR-063 - ColourDescription should not be present
CII-SR-064 - Designation should not be present
CII-SR-065 - FormattedCancellationAnnouncedLaunchDateTime should not be present
CII-SR-066 - FormattedLatestProductDataChangeDateTime should not be present
CII-SR-067 - ID should not be present
CII-SR-068 - TypeCode should not be present
CII-SR-070 - ValueMeasure should not be present
CII-SR-071 - MeasurementMethodCode should not be present
CII-SR-073 - ValueCode should not be present
CII-SR-074 - ValueDateTime should not be present
CII-SR-075 - ValueIndicator should not be present
CII-SR-076 - ContentTypeCode should not be present
CII-SR-077 - ValueSpecifiedBinaryFile should not be present
CII-SR-078 - ApplicableProductCharacteristicCondition should not be present
CII-SR-079 - ApplicableReferencedStandard should not be present
CII-SR-080 - ApplicableMaterialGoodsCharacteristic should not be present
CII-SR-081 - SystemID should not be present
CII-SR-082 - SystemName should not be present
CII-SR-083 - ClassName should not be present
CII-SR-084 - SubClassCode should not be present
CII-SR-085 - ClassProductCharacteristic should not be present
CII-SR-086 - ApplicableReferencedStandard should not be present
CII-SR-087 - IndividualTradeProductInstance should not be present
CII-SR-088 - CertificationEvidenceReferenceReferencedDocument should not be present
CII-SR-089 - InspectionReferenceReferencedDocument should not be present
CII-SR-090 - ID should exist maximum once.
CII-SR-091 - Name should not be present
CII-SR-092 - SubordinateTradeCountrySubDivision should not be present
CII-SR-093 - LinearSpatialDimension should not be present
CII-SR-094 - MinimumLinearSpatialDimension should not be present
CII-SR-095 - MaximumLinearSpatialDimension should not be present
CII-SR-096 - ManufacturerTradeParty should not be present
CII-SR-097 - PresentationSpecifiedBinaryFile should not be present
CII-SR-098 - MSDSReferenceReferencedDocument should not be present
CII-SR-099 - AdditionalReferenceReferencedDocument should not be present
CII-SR-100 - LegalRightsOwnerTradeParty should not be present
CII-SR-101 -BrandOwnerTradeParty should not be present
CII-SR-102 -IncludedReferencedProduct should not be present
CII-SR-103 - InformationNoteshould not be present
CII-SR-069 - Description should exist maximum once.
CII-SR-072 - Value should exist maximum once.
CII-SR-104 - BuyerReference should not be present
CII-SR-105 - BuyerRequisitionerTradeParty should not be present
CII-SR-106 - ApplicableTradeDeliveryTerms should not be present
CII-SR-107 - SellerOrderReferencedDocument should not be present
CII-SR-108 - IssuerAssignedID should not be present
CII-SR-109 - QuotationReferencedDocument should not be present
CII-SR-110 - ContractReferencedDocument should not be present
CII-SR-111 - DemandForecastReferencedDocument should not be present
CII-SR-112 - PromotionalDealReferencedDocument should not be present
CII-SR-113 - AdditionalReferencedDocument should not be present
CII-SR-114 - TypeCode should not be present
CII-SR-115 - MinimumQuantity should not be present
CII-SR-116 - MaximumQuantity should not be present
CII-SR-117 - ChangeReason should not be present
CII-SR-118 - OrderUnitConversionFactorNumeric should not be present
CII-SR-439 - ChargeAmount should exist maximum once
CII-SR-119 - Only allowances on price a price should be present
CII-SR-120 - ID should not be present
CII-SR-121 - SequenceNumeric should not be present
CII-SR-122 - CalculationPercent should not be present
CII-SR-123 - BasisAmount should not be present
CII-SR-124 - BasisQuantity should not be present
CII-SR-125 - PrepaidIndicator should not be present
CII-SR-126 - UnitBasisAmount should not be present
CII-SR-127 - ReasonCode should not be present
CII-SR-128 - Reason should not be present
CII-SR-129 - TypeCode should not be present
CII-SR-130 - CategoryTradeTax should not be present
CII-SR-131 - ActualTradeCurrencyExchange should not be present
CII-SR-445 - IncludedTradeTax should not be present
CII-SR-132 - ValiditySpecifiedPeriod should not be present
CII-SR-133 - DeliveryTradeLocation should not be present
CII-SR-134 - TradeComparisonReferencePrice should not be present
CII-SR-135 - AssociatedReferencedDocument should not be present
CII-SR-136 - TypeCode should not be present
CII-SR-138 - MinimumQuantity should not be present
CII-SR-139 - MaximumQuantity should not be present
CII-SR-140 - ChangeReason should not be present
CII-SR-141 - OrderUnitConversionFactorNumeric should not be present
CII-SR-142 - AppliedTradeAllowanceCharge should not be present
CII-SR-446 - IncludedTradeTax should not be present
CII-SR-143 - ValiditySpecifiedPeriod should not be present
CII-SR-144 - DeliveryTradeLocation should not be present
CII-SR-145 - TradeComparisonReferencePrice should not be present
CII-SR-146 - AssociatedReferencedDocument should not be present
CII-SR-441 - ChargeAmount should exist maximum once
CII-SR-147 - RequisitionerReferencedDocument should not be present
CII-SR-148 - ItemSellerTradeParty should not be present
CII-SR-149 - ItemBuyerTradeParty should not be present
CII-SR-150 - IncludedSpecifiedMarketplace should not be present
CII-SR-447 - UltimateCustomerOrderReferencedDocument should not be present
CII-SR-463 Each Specified Trade Allowance Charge (BG-20)(BG-21) shall contain a Charge Indicator.
CII-SR-471 Each Specified Trade Allowance Charge (BG-20)(BG-21) shall contain a VAT category code (BT-95).
CII-SR-472 Each Specified Trade Allowance Charge (BG-20)(BG-21) should contain a VAT rate (BT-96).
CII-SR-473 - ActualAmount should exist maximum once
CII-SR-440 - ActualAmount should exist maximum once
CII-SR-151 - RequestedQuantity should not be present
CII-SR-152 - ReceivedQuantity should not be present
CII-SR-153 - ChargeFreeQuantity should not be present
CII-SR-154 - PackageQuantity should not be present
CII-SR-155 - ProductUnitQuantity should not be present
CII-SR-156 - PerPackageUnitQuantity should not be present
CII-SR-157 - NetWeightMeasure should not be present
CII-SR-158 - GrossWeightMeasure should not be present
CII-SR-159 - TheoreticalWeightMeasure should not be present
CII-SR-160 - DespatchedQuantity should not be present
CII-SR-161 - SpecifiedDeliveryAdjustment should not be present
CII-SR-162 - IncludedSupplyChainPackaging should not be present
CII-SR-163 - RelatedSupplyChainConsignment should not be present
CII-SR-164 - ShipToTradeParty should not be present
CII-SR-165 - UltimateShipToTradeParty should not be present
CII-SR-166 - ShipFromTradeParty should not be present
CII-SR-167 - ActualDespatchSupplyChainEvent should not be present
CII-SR-168 - ActualPickUpSupplyChainEvent should not be present
CII-SR-169 - RequestedDeliverySupplyChainEvent should not be present
CII-SR-170 - ActualDeliverySupplyChainEvent should not be present
CII-SR-171 - ActualReceiptSupplyChainEvent should not be present
CII-SR-172 - AdditionalReferencedDocument should not be present
CII-SR-173 - DespatchAdviceReferencedDocument should not be present
CII-SR-174 - ReceivingAdviceReferencedDocument should not be present
CII-SR-175 - DeliveryNoteReferencedDocument should not be present
CII-SR-176 - ConsumptionReportReferencedDocument should not be present
CII-SR-177 - RequestedQuantity should not be present
CII-SR-178 - PaymentReference should not be present
CII-SR-179 - InvoiceIssuerReference should not be present
CII-SR-180 - TotalAdjustmentAmount should not be present
CII-SR-181 - DiscountIndicator should not be present
CII-SR-182 - CalculatedAmount should not be present
CII-SR-183 - IndicatorString should not be present
CII-SR-184 - ID should not be present
CII-SR-185 - SequenceNumeric should not be present
CII-SR-186 - @format should not be present
CII-SR-187 - BasisQuantity should not be present
CII-SR-188 - PrepaidIndicator should not be present
CII-SR-189 - UnitBasisAmount should not be present
CII-SR-190 - TypeCode should not be present
CII-SR-191 - CategoryTradeTax should not be present
CII-SR-192 - ActualTradeCurrencyExchange should not be present
CII-SR-193 - ID should not be present
CII-SR-194 - SubtotalCalculatedTradeTax should not be present
CII-SR-195 - SpecifiedLogisticsServiceCharge should not be present
CII-SR-196 - SpecifiedTradePaymentTerms should not be present
CII-SR-197 - ChargeTotalAmount should not be present
CII-SR-198 - AllowanceTotalAmount should not be present
CII-SR-199 - TaxBasisTotalAmount should not be present
CII-SR-200 - TaxTotalAmount should not be present
CII-SR-201 - GrandTotalAmount should not be present
CII-SR-202 - InformationAmount should not be present
CII-SR-203 - TotalAllowanceChargeAmount should not be present
CII-SR-204 - TotalRetailValueInformationAmount should not be present
CII-SR-205 - GrossLineTotalAmount should not be present
CII-SR-206 - NetLineTotalAmount should not be present
CII-SR-207 - NetIncludingTaxesLineTotalAmount should not be present
CII-SR-208 - ProductWeightLossInformationAmount should not be present
CII-SR-209 - SpecifiedFinancialAdjustment should not be present
CII-SR-210 - InvoiceReferencedDocument should not be present
CII-SR-212 - PayableSpecifiedTradeAccountingAccount should not be present
CII-SR-213 - SetTriggerCode should not be present
CII-SR-214 - TypeCode should not be present
CII-SR-215 - AmountTypeCode should not be present
CII-SR-216 - Name should not be present
CII-SR-217 - CostReferenceDimensionPattern should not be present
CII-SR-218 - PurchaseSpecifiedTradeAccountingAccount should not be present
CII-SR-219 - SalesSpecifiedTradeAccountingAccount should not be present
CII-SR-220 - SpecifiedTradeSettlementFinancialCard should not be present
CII-SR-454 - Only one ApplicableTradeTax should be present
CII-SR-474 - An invoice line shall not contain more than one AdditionalReferencedDocument with TypeCode 130.
CII-SR-442 - Reference should not be present
CII-SR-222 - RoleCode should not be present
CII-SR-223 - LegalClassificationCode should not be present
CII-SR-224 - Name should not be present
CII-SR-225 - PostalTradeAddress should not be present
CII-SR-226 - RoleCode should not be present
CII-SR-227 - ID should not be present
CII-SR-228 - TypeCode should not be present
CII-SR-229 - JobTitle should not be present
CII-SR-230 - Responsibility should not be present
CII-SR-231 - PersonID should not be present
CII-SR-232 - URIID should not be present
CII-SR-233 - ChannelCode should not be present
CII-SR-234 - DirectTelephoneUniversalCommunication should not be present
CII-SR-235 - MobileTelephoneUniversalCommunication should not be present
CII-SR-236 - FaxUniversalCommunication should not be present
CII-SR-237 - ChannelCode should not be present
CII-SR-238 - CompleteNumber should not be present
CII-SR-239 - TelexUniversalCommunication should not be present
CII-SR-240 - VOIPUniversalCommunication should not be present
CII-SR-241 - InstantMessagingUniversalCommunication should not be present
CII-SR-242 - SpecifiedNote should not be present
CII-SR-243 - SpecifiedContactPerson should not be present
CII-SR-244 - ChannelCode should not be present
CII-SR-245 - CompleteNumber should not be present
CII-SR-246 - AssociatedRegisteredTax should not be present
CII-SR-247 - EndPointURIUniversalCommunication should not be present
CII-SR-248 - LogoAssociatedSpecifiedBinaryFile should not be present
CII-SR-249 - RoleCode should not be present
CII-SR-250 - Description should not be present
CII-SR-251 - LegalClassificationCode should not be present
CII-SR-252 - Name should not be present
CII-SR-254 - PostalTradeAddress should not be present
CII-SR-255 - AuthorizedLegalRegistration should not be present
CII-SR-256 - ID should not be present
CII-SR-257 - TypeCode should not be present
CII-SR-258 - JobTitle should not be present
CII-SR-259 - Responsibility should not be present
CII-SR-260 - PersonID should not be present
CII-SR-261 - URIID should not be present
CII-SR-262 - ChannelCode should not be present
CII-SR-263 - DirectTelephoneUniversalCommunication should not be present
CII-SR-264 - MobileTelephoneUniversalCommunication should not be present
CII-SR-265 - FaxUniversalCommunication should not be present
CII-SR-266 - ChannelCode should not be present
CII-SR-267 - CompleteNumber should not be present
CII-SR-268 - TelexUniversalCommunication should not be present
CII-SR-269 - VOIPUniversalCommunication should not be present
CII-SR-270 - InstantMessagingUniversalCommunication should not be present
CII-SR-271 - SpecifiedNote should not be present
CII-SR-272 - SpecifiedContactPerson should not be present
CII-SR-273 - ChannelCode should not be present
CII-SR-274 - CompleteNumber should not be present
CII-SR-275 - AssociatedRegisteredTax should not be present
CII-SR-276 - EndPointURIUniversalCommunication should not be present
CII-SR-277 - LogoAssociatedSpecifiedBinaryFile should not be present
CII-SR-278 - SalesAgentTradeParty should not be present
CII-SR-279 - BuyerRequisitionerTradeParty should not be present
CII-SR-280 - BuyerAssignedAccountantTradeParty should not be present
CII-SR-281 - SellerAssignedAccountantTradeParty should not be present
CII-SR-282 - BuyerTaxRepresentativeTradeParty should not be present
CII-SR-283 - GlobalID should not be present
CII-SR-284 - RoleCode should not be present
CII-SR-285 - Description should not be present
CII-SR-286 - SpecifiedLegalOrganization should not be present
CII-SR-287 - DefinedTradeContact should not be present
CII-SR-288 - URIUniversalCommunication should not be present
CII-SR-289 - AssociatedRegisteredTax should not be present
CII-SR-290 - EndPointURIUniversalCommunication should not be present
CII-SR-291 - LogoAssociatedSpecifiedBinaryFile should not be present
CII-SR-292 - ProductEndUserTradeParty should not be present
CII-SR-293 - ApplicableTradeDeliveryTerms should not be present
CII-SR-294 - LineID should not be present
CII-SR-295 - LineID should not be present
CII-SR-296 - QuotationReferencedDocument should not be present
CII-SR-297 - OrderResponseReferencedDocument should not be present
CII-SR-298 - LineID should not be present
CII-SR-299 - DemandForecastReferencedDocument should not be present
CII-SR-300 - SupplyInstructionReferencedDocument should not be present
CII-SR-301 - PromotionalDealReferencedDocument should not be present
CII-SR-302 - PriceListReferencedDocument should not be present
CII-SR-303 - LineID should not be present
CII-SR-304 - RequisitionerReferencedDocument should not be present
CII-SR-305 - BuyerAgentTradeParty should not be present
CII-SR-306 - PurchaseConditionsReferencedDocument should not be present
CII-SR-307 - Description should not be present
CII-SR-448 - UltimateCustomerOrderReferencedDocument should not be present
CII-SR-450 - Only one buyer identifier should be present (either the ID or the Global ID)
CII-SR-455 - DefinedTradeContact of SellerTradeParty shall exist maximum once
CII-SR-456 - DefinedTradeContact of BuyerTradeParty shall exist maximum once
CII-SR-457 - IssuerAssignedID with TypeCode 50 should exist maximum once
CII-SR-458 - IssuerAssignedID with TypeCode 130 should exist maximum once
CII-SR-459 - SellerTradeParty URIUniversalCommunication should exist maximum once
CII-SR-460 - BuyerTradeParty URIUniversalCommunication should exist maximum once
CII-SR-465 - Only one BT-41 element is allowed on an invoice.
CII-SR-466 - Only one BT-56 element is allowed on an invoice.
CII-SR-475 - Only one AdditionalReferencedDocument Name BT-123 is allowed with TypeCode 916.
CII-SR-476 - Only one AdditionalReferencedDocument AttachmentBinaryObject BT-125 is allowed with TypeCode 916.
CII-SR-308 - RelatedSupplyChainConsignment should not be present
CII-SR-309 - RoleCode should not be present
CII-SR-310 - Description should not be present
CII-SR-311 - SpecifiedLegalOrganization should not be present
CII-SR-312 - DefinedTradeContact should not be present
CII-SR-313 - URIUniversalCommunication should not be present
CII-SR-314 - SpecifiedTaxRegistration should not be present
CII-SR-315 - EndPointURIUniversalCommunication should not be present
CII-SR-316 - LogoAssociatedSpecifiedBinaryFile should not be present
CII-SR-317 - UltimateShipToTradeParty should not be present
CII-SR-318 - ShipFromTradeParty should not be present
CII-SR-319 - ActualDespatchSupplyChainEvent should not be present
CII-SR-320 - ActualPickUpSupplyChainEvent should not be present
CII-SR-321 - ID should not be present
CII-SR-322 - DateTime should not be present
CII-SR-323 - TypeCode should not be present
CII-SR-324 - Description should not be present
CII-SR-325 - DescriptionBinaryObject should not be present
CII-SR-326 - UnitQuantity should not be present
CII-SR-327 - LatestOccurrenceDateTime should not be present
CII-SR-328 - EarliestOccurrenceDateTime should not be present
CII-SR-329 - OccurrenceSpecifiedPeriod should not be present
CII-SR-330 - OccurrenceLogisticsLocation should not be present
CII-SR-331 - ActualReceiptSupplyChainEvent should not be present
CII-SR-332 - AdditionalReferencedDocument should not be present
CII-SR-333 - LineID should not be present
CII-SR-334 - LineID should not be present
CII-SR-335 - DeliveryNoteReferencedDocument should not be present
CII-SR-336 - ConsumptionReportReferencedDocument should not be present
CII-SR-337 - PreviousDeliverySupplyChainEvent should not be present
CII-SR-338 - PackingListReferencedDocument should not be present
CII-SR-449 - Only one delivery to location identifier should be present (either the ID or the Global ID)
CII-SR-339 - DuePayableAmount should not be present
CII-SR-340 - CreditorReferenceTypeCode should not be present
CII-SR-341 - CreditorReferenceType should not be present
CII-SR-342 - CreditorReferenceIssuerID should not be present
CII-SR-344 - PaymentCurrencyCode should not be present
CII-SR-345 - InvoiceIssuerReference should not be present
CII-SR-346 - InvoiceDateTime should not be present
CII-SR-347 - NextInvoiceDateTime should not be present
CII-SR-348 - CreditReasonCode should not be present
CII-SR-349 - CreditReason should not be present
CII-SR-350 - InvoicerTradeParty should not be present
CII-SR-351 - InvoiceeTradeParty should not be present
CII-SR-352 - RoleCode should not be present
CII-SR-353 - Description should not be present
CII-SR-354 - LegalClassificationCode should not be present
CII-SR-355 - Name should not be present
CII-SR-356 - TradingBusinessName should not be present
CII-SR-357 - PostalTradeAddress should not be present
CII-SR-358 - AuthorizedLegalRegistration should not be present
CII-SR-359 - DefinedTradeContact should not be present
CII-SR-360 - PostalTradeAddress should not be present
CII-SR-361 - URIUniversalCommunication should not be present
CII-SR-362 - SpecifiedTaxRegistration should not be present
CII-SR-363 - EndPointURIUniversalCommunication should not be present
CII-SR-364 - LogoAssociatedSpecifiedBinaryFile should not be present
CII-SR-451 - Only one payee identifier should be present (either the ID or the Global ID)
CII-SR-365 - PayerTradeParty should not be present
CII-SR-366 - TaxApplicableTradeCurrencyExchange should not be present
CII-SR-367 - InvoiceApplicableTradeCurrencyExchange should not be present
CII-SR-368 - PaymentApplicableTradeCurrencyExchange should not be present
CII-SR-369 - PaymentChannelCode should not be present
CII-SR-370 - GuaranteeMethodCode should not be present
CII-SR-371 - PaymentMethodCode should not be present
CII-SR-443 - ID should not be present
CII-SR-372 - MicrochipIndicator should not be present
CII-SR-373 - TypeCode should not be present
CII-SR-375 - ExpiryDate should not be present
CII-SR-376 - VerificationNumeric should not be present
CII-SR-377 - ValidFromDateTime should not be present
CII-SR-378 - CreditLimitAmountshould not be present
CII-SR-379 - CreditAvailableAmount should not be present
CII-SR-380 - InterestRatePercent should not be present
CII-SR-381 - Description should not be present
CII-SR-382 - AccountName should not be present
CII-SR-444 - ProprietaryID should not be present
CII-SR-384 - ClearingSystemName should not be present
CII-SR-385 - Name should not be present
CII-SR-386 - LocationFinancialInstitutionAddress should not be present
CII-SR-388 - ID should not be present
CII-SR-389 - SequenceNumeric should not be present
CII-SR-390 - BasisQuantity should not be present
CII-SR-391 - PrepaidIndicator should not be present
CII-SR-392 - UnitBasisAmount should not be present
CII-SR-393 - TypeCode should not be present
CII-SR-394 - ActualTradeCurrencyExchange should not be present
CII-SR-395 - SubtotalCalculatedTradeTax should not be present
CII-SR-396 - SpecifiedLogisticsServiceCharge should not be present
CII-SR-397 - ID should not be present
CII-SR-398 - FromEventCode should not be present
CII-SR-399 - SettlementPeriodMeasure should not be present
CII-SR-400 - DateTime should not be present
CII-SR-401 - TypeCode should not be present
CII-SR-402 - InstructionTypeCode should not be present
CII-SR-404 - PartialPaymentPercent should not be present
CII-SR-405 - PaymentMeansID should not be present
CII-SR-406 - PartialPaymentAmount should not be present
CII-SR-407 - ApplicableTradePaymentPenaltyTerms should not be present
CII-SR-408 - ApplicableTradePaymentDiscountTerms should not be present
CII-SR-409 - PayeeTradeParty should not be present
CII-SR-421 - SpecifiedFinancialAdjustment should not be present
CII-SR-422 - LineID should not be present
CII-SR-423 - ProFormaInvoiceReferencedDocument should not be present
CII-SR-424 - LetterOfCreditReferencedDocument should not be present
CII-SR-425 - FactoringAgreementReferencedDocument should not be present
CII-SR-426 - FactoringListReferencedDocument should not be present
CII-SR-427 - PayableSpecifiedTradeAccountingAccount should not be present
CII-SR-428 - SetTriggerCode should not be present
CII-SR-429 - TypeCode should not be present
CII-SR-430 - AmountTypeCode should not be present
CII-SR-431 - Name should not be present
CII-SR-432 - CostReferenceDimensionPattern should not be present
CII-SR-433 - PurchaseSpecifiedTradeAccountingAccount should not be present
CII-SR-434 - SalesSpecifiedTradeAccountingAccount should not be present
CII-SR-435 - SpecifiedTradeSettlementFinancialCard should not be present
CII-SR-436 - SpecifiedAdvancePayment should not be present
CII-SR-437 - UltimatePayeeTradeParty should not be present
CII-SR-452 - Only one SpecifiedTradePaymentTerms should be present
CII-SR-453 - Only one SpecifiedTradePaymentTerms Description should be present
CII-SR-461 - Only one TaxPointDate shall be present
CII-SR-462 - Only one DueDateTypeCode shall be present
CII-SR-470 - Either the IBAN or a Proprietary ID (BT-84) shall be used.
CII-SR-411 - InformationAmount should not be present
CII-SR-412 - TotalDiscountAmount should not be present
CII-SR-413 - TotalAllowanceChargeAmount should not be present
CII-SR-414 - RetailValueExcludingTaxInformationAmount should not be present
CII-SR-415 - TotalDepositFeeInformationAmount should not be present
CII-SR-416 - ProductValueExcludingTobaccoTaxInformationAmount should not be present
CII-SR-417 - TotalRetailValueInformationAmount should not be present
CII-SR-418 - GrossLineTotalAmount should not be present
CII-SR-419 - NetLineTotalAmount should not be present
CII-SR-420 - NetIncludingTaxesLineTotalAmount should not be present
CII-SR-477 - LineTotalAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-478 - ChargeTotalAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-479 - AllowanceTotalAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-480 - TaxBasisTotalAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-481 - RoundingAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-482 - GrandTotalAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-483 - InformationAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-484 - TotalPrepaidAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-485 - TotalDiscountAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-486 - TotalAllowanceChargeAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-487 - DuePayableAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-488 - RetailValueExcludingTaxInformationAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-489 - TotalDepositFeeInformationAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-490 - ProductValueExcludingTobaccoTaxInformationAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-491 - TotalRetailValueInformationAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-492 - GrossLineTotalAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-493 - NetLineTotalAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-SR-494 - NetIncludingTaxesLineTotalAmount shall occur at most once in SpecifiedTradeSettlementHeaderMonetarySummation.
CII-DT-013 - languageID should not be present
CII-DT-014 - languageLocaleID should not be present
CII-SR-438 - ValuationBreakdownStatement should not be present
CII-SR-467 - All Payment means type codes (BT-81) shall have the same value across all SpecifiedTradeSettlementPaymentMeans.
CII-SR-468 - All Payment means texts (BT-82) shall have the same value across all SpecifiedTradeSettlementPaymentMeans.
CII-SR-469 - Payment reference (BT-83) shall occur at most once in the document.
CII-SR-04 [CII-SR-004] - Value should not be present
CII-SR-05 [CII-SR-005] - SpecifiedDocumentVersion should not be present
CII-DT-001 - schemeName should not be present
CII-DT-002 - schemeAgencyName should not be present
CII-DT-003 - schemeDataURI should not be present
CII-DT-004 - schemeURI should not be present
CII-DT-005 - schemeID should not be present
CII-DT-006 - schemeAgencyID should not be present
CII-DT-007 - schemeVersionID should not be present
CII-DT-101 - schemeName should not be present
CII-DT-102 - schemeAgencyName should not be present
CII-DT-103 - schemeDataURI should not be present
CII-DT-104 - schemeURI should not be present
CII-DT-008 - name should not be present
CII-DT-009 - listURI should not be present
CII-DT-010 - listID should not be present
CII-DT-011 - listAgencyID should not be present
CII-DT-012 - listVersionID should not be present
CII-DT-045 - @listID should not be present
CII-DT-046 - @listAgencyID should not be present
CII-DT-047 - @listVersionID should not be present
CII-DT-048 - @listURI should not be present
CII-DT-015 - URIID should not be present
CII-DT-016 - StatusCode should not be present
CII-DT-017 - CopyIndicator should not be present
CII-DT-018 - TypeCode should not be present
CII-DT-019 - GlobalID should not be present
CII-DT-020 - RevisionID should not be present
CII-DT-021 - Name should not be present
CII-DT-022 - AttachmentBinaryObject should not be present
CII-DT-023 - Information should not be present
CII-DT-024 - ReferenceTypeCode should not be present
CII-DT-025 - SectionName should not be present
CII-DT-026 - PreviousRevisionID should not be present
CII-DT-027 - FormattedIssueDateTime should not be present
CII-DT-028 - EffectiveSpecifiedPeriod should not be present
CII-DT-029 - IssuerTradeParty should not be present
CII-DT-030 - AttachedSpecifiedBinaryFile should not be present
CII-DT-031 - currencyID should not be present
CII-DT-032 - currencyCodeListVersionID should not be present
CII-DT-033 - unitCode should not be present
CII-DT-034 - unitCodeListID should not be present
CII-DT-035 - unitCodeListAgencyID should not be present
CII-DT-036 - unitCodeListAgencyName should not be present
CII-DT-037 - TypeCode shall be 'VAT'
CII-DT-038 - CalculatedRate should not be present
CII-DT-039 - CalculationSequenceNumeric should not be present
CII-DT-040 - BasisQuantity should not be present
CII-DT-041 - BasisAmount should not be present
CII-DT-042 - UnitBasisAmount should not be present
CII-DT-043 - LineTotalBasisAmount should not be present
CII-DT-044 - AllowanceChargeBasisAmount should not be present
CII-DT-049 - CurrencyCode should not be present
CII-DT-050 - Jurisdiction should not be present
CII-DT-051 - CustomsDutyIndicator should not be present
CII-DT-052 - ExemptionReasonCode should not be present
CII-DT-098 - ExemptionReason should not be present
CII-DT-053 - TaxBasisAllowanceRate should not be present
CII-DT-054 - TaxPointDate should not be present
CII-DT-055 - Type should not be present
CII-DT-056 - InformationAmount should not be present
CII-DT-057 - CategoryName should not be present
CII-DT-058 - DueDateTypeCode should not be present
CII-DT-059 - @format should not be present
CII-DT-060 - SpecifiedTradeAccountingAccount should not be present
CII-DT-061 - ServiceSupplyTradeCountry should not be present
CII-DT-062 - BuyerRepayableTaxSpecifiedTradeAccountingAccount should not be present
CII-DT-063 - SellerPayableTaxSpecifiedTradeAccountingAccount should not be present
CII-DT-064 - SellerRefundableTaxSpecifiedTradeAccountingAccount should not be present
CII-DT-065 - BuyerDeductibleTaxSpecifiedTradeAccountingAccount should not be present
CII-DT-066 - BuyerNonDeductibleTaxSpecifiedTradeAccountingAccount should not be present
CII-DT-067 - PlaceApplicableTradeLocation should not be present
CII-DT-068 - DateTime shall not be used.
CII-DT-069 - DurationMeasure shall not be used.
CII-DT-070 - InclusiveIndicator shall not be used.
CII-DT-071 - Description shall not be used.
CII-DT-072 - DateTime shall not be used.
CII-DT-073 - CompleteDateTime shall not be used.
CII-DT-074 - OpenIndicator shall not be used.
CII-DT-075 - SeasonCode shall not be used.
CII-DT-076 - ID shall not be used.
CII-DT-077 - Name shall not be used.
CII-DT-078 - SequenceNumeric shall not be used.
CII-DT-079 - StartDateFlexibilityCode shall not be used.
CII-DT-080 - ContinuousIndicator shall not be used.
CII-DT-081 - PurposeCode shall not be used.
CII-DT-082 - ID shall not be used.
CII-DT-083 - PostOfficeBox shall not be used.
CII-DT-084 - BuildingName shall not be used.
CII-DT-086 - LineFour shall not be used.
CII-DT-087 - LineFive shall not be used.
CII-DT-088 - StreetName shall not be used.
CII-DT-089 - CitySubDivisionName shall not be used.
CII-DT-090 - CountryName shall not be used.
CII-DT-091 - CountrySubDivisionID shall not be used.
CII-DT-092 - AttentionOf shall not be used.
CII-DT-093 - CareOf shall not be used.
CII-DT-094 - BuildingNumber shall not be used.
CII-DT-095 - DepartmentName shall not be used.
CII-DT-096 - AdditionalStreetName shall not be used.
CII-DT-097 - Date time string with format attribute 102 shall be YYYYMMDD.
`
