/** Whether BT-23 is one of Chorus Pro's frameworks (cadre de facturation). */
export function isFramework(businessProcess: string | undefined): boolean {
  return businessProcess !== undefined && /^A(?:[1-9]|1\d|2[0-5])$/.test(businessProcess)
}

/** A SIRET, the identifier of an establishment. */
export function isSiret(text: string | undefined): boolean {
  return text !== undefined && /^\d{14}$/.test(text)
}
