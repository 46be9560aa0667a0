import PDFDocument from 'pdfkit'

// What the package takes and its published types do not know yet.
declare global {
  // The types of the package are a namespace.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      /** Of a TH: whether it heads its column or its row. */
      scope?: 'Column' | 'Row'
      /** Of a Figure: left, top, right and bottom on the page. */
      bbox?: readonly [number, number, number, number]
    }
    interface TextOptions {
      /** Width of the text, where the caller knows it. */
      textWidth?: number
      /** How many words it has, where the caller knows it. */
      wordCount?: number
    }
    interface PDFAttachmentOptions {
      /** What the file is to the page (AFRelationship of ISO 19005-3). */
      relationship?: 'Source' | 'Data' | 'Alternative'
    }
  }
}

/** A PDF that is being written. */
export type Pdf = InstanceType<typeof PDFDocument>
export { PDFDocument }
