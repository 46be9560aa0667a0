/** The meanings of the codes of an Invoice Response (UNCL4343 as Peppol restricts it). */
export const RESPONSE_NAMES: Readonly<Record<string, string>> = {
  AB: 'Message acknowledged',
  IP: 'In process',
  UQ: 'Under query',
  CA: 'Conditionally accepted',
  RE: 'Rejected',
  AP: 'Accepted',
  PD: 'Paid',
}

/** Reasons of a buyer (code list OPStatusReason). */
export const STATUS_REASONS: Readonly<Record<string, string>> = {
  NON: 'No Issue',
  REF: 'References incorrect',
  LEG: 'Legal information incorrect',
  REC: 'Receiver unknown',
  QUA: 'Item quality insufficient',
  DEL: 'Delivery issues',
  PRI: 'Prices incorrect',
  QTY: 'Quantity incorrect',
  ITM: 'Items incorrect',
  PAY: 'Payment terms incorrect',
  UNR: 'Not recognized',
  FIN: 'Finance terms incorrect',
  PPD: 'Partially Paid',
  OTH: 'Other',
}

/** Requested actions of a buyer (code list OPStatusAction). */
export const STATUS_ACTIONS: Readonly<Record<string, string>> = {
  NOA: 'No action required',
  PIN: 'Provide information',
  NIN: 'Issue new invoice',
  CNF: 'Credit fully',
  CNP: 'Credit partially',
  CNA: 'Credit the amount',
  OTH: 'Other',
}
