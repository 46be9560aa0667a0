import PDFDocument from 'pdfkit'

// Options of the package that its published types lack.
declare global {
  // The types of the package are a namespace.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      /** For a TH: whether it is the header of its column or its row. */
      scope?: 'Column' | 'Row'
      /** For a Figure: left, top, right and bottom on the page. */
      bbox?: readonly [number, number, number, number]
    }
    interface TextOptions {
      /** Width of the text, if the caller has measured it. */
      textWidth?: number
      /** Number of words, if the caller has counted them. */
      wordCount?: number
    }
    interface PDFAttachmentOptions {
      /** Relationship of the file to the page (AFRelationship of ISO 19005-3). */
      relationship?: 'Source' | 'Data' | 'Alternative'
    }
  }
}

/** A PDF that is being written. */
export type Pdf = InstanceType<typeof PDFDocument>
export { PDFDocument }
