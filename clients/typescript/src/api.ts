/**
 * Generated from the OpenAPI document of the service by `npm run generate:client`. Change the service's schemas instead.
 */

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether requests can be served */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is shown this once. Where the account keeps its test keys from managing live keys, as new accounts do, only a live key creates and revokes live keys; for a test key that is a 403.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List companies */
        get: operations["listCompanies"];
        put?: never;
        /**
         * Create a company
         * @description Its address and contacts are those of the supplier in invoices that leave them out. The free plan has 10 active companies in each environment. The format of the VAT number is checked, in the live environment its check digit, too; in the test environment a wrong one is told in `warnings`.
         */
        post: operations["createCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a company */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        /**
         * Delete a company
         * @description It takes no new invoices; those that it has are unaffected, and it can still be read.
         */
        delete: operations["deleteCompany"];
        options?: never;
        head?: never;
        /**
         * Change a company
         * @description Only what is sent changes; an address or contacts are replaced as a whole.
         */
        patch: operations["updateCompany"];
        trace?: never;
    };
    "/v1/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List connections */
        get: operations["listConnections"];
        put?: never;
        /**
         * Connect a company to a government
         * @description In the test environment the connection is active at once, in production where the operator of the service has an access for all companies. An active or pending connection of the same company and country is returned as it is; an expired or failed one is set up anew. Some governments want this service registered with them by its operator first (Romania): until that is done, a production connection to them is a 503 that says so.
         */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a connection */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Delete a connection
         * @description Its tokens and certificates are erased at once.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections/{id}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Hand over a connection's credentials
         * @description For countries without OAuth: what the `setupInstructions` of the connection ask for. A pending connection becomes `active`, an expired or failed one too; an active one goes on with the new credentials. They are stored encrypted and never shown again. Test connections take them as well, so that you can try it.
         */
        put: operations["setConnectionCredentials"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections/{id}/budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connection's call budget
         * @description Governments limit how often they may be called. Clearway spreads the calls fairly between accounts, and keeps some back to ask for decisions: invoices over a limit wait in `submitting` and go by themselves.
         */
        get: operations["getConnectionBudget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a connection
         * @description Asks the government whether it takes the credentials of the connection, without sending any document, for 30 seconds at most. The connection stays as it is, whatever comes out. At most 6 times a minute. Takes no body.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that an invoice was paid
         * @description For France, where the seller tells the State which invoices were paid (status 212). The invoice has to be accepted. Several reports add up: none may exceed what is left of the invoice at its VAT rate. Other governments want no report: a 400 says so. At most 10 times a minute and 50 times in all. What becomes of the report stands in `payments` of the invoice.
         */
        post: operations["reportPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/participants/{participantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look a Peppol participant up
         * @description Whether a buyer is registered in the Peppol network, and which documents it receives. While the network gives no answer it is a 503 that says when to ask again. Answers are remembered for five minutes. At most 60 times a minute.
         */
        get: operations["getParticipant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Newest first. Pages are stable while new invoices arrive.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Create an invoice
         * @description Answers at once with status `created`; validation, conversion and submission follow. Follow them with the events of the invoice, or with a webhook. While invoices of a country can not be sent yet with a live key, they are refused with a 400 on `country`; nothing is created or counted then. An invoice that breaks a rule gets the status `error`; with `validate=true` it is refused at once instead. The free plan has 50 test invoices a calendar month (UTC): a created invoice counts, a repetition, a validation and a 400 do not. With `Content-Type: application/xml` it takes the country's own document instead, which is judged and sent byte for byte; number, parties, dates and totals of the invoice are read from it. What is no such document is a 400.
         */
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many invoices
         * @description Each line is an invoice as POST /v1/invoices takes it, with its `idempotencyKey` beside its fields. The answer has a line for each, in their order, as soon as it is there: what POST /v1/invoices would have answered. A line that is refused does not stop the others, so look at the `status` of each. Lines are taken several at a time; those that share an idempotency key, in their order. Where the answer breaks off, send the batch again under the same keys: nothing is created twice. Each created invoice counts for the plan, 10 lines as one request. Too many lines, or none, is a 400 for the whole; nothing is created then.
         */
        post: operations["createInvoiceBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate an invoice
         * @description Runs all rules on an invoice without creating it. Nothing is stored or counted. It refuses what POST /v1/invoices refuses, with the same 400; but it needs no company (one that `companyId` names must exist and be connected) and no way to the government. With `Content-Type: application/xml` it takes a document in XML instead (UBL 2.1 or CII, of any EN 16931 country) and judges it by the profile that the query asks for or the document names; findings then say the path and the line of the element in that document. `profile` says by which rules it was judged. With `country` it is judged as POST /v1/invoices judges what it sends: the rules of the service (`CW-…`) for that country warn as well. Of an invoice in JSON root causes come first; what follows from another finding comes after it and names it. At most 1,000 findings are listed, fatal ones before warnings; `findingsTotal` says how many there are.
         */
        post: operations["validateInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert an invoice
         * @description Converts an invoice in JSON (the body of POST /v1/invoices) or a document in XML (UBL 2.1, CII, FatturaPA, FA(3)) into the format that `to` names. Nothing is created, stored or counted, and no rule is asked unless `validate` is true. What the new format can not say, or says otherwise, is in `losses`, each with its place, so nothing gets lost in silence. FatturaPA and FA(3) are made only where nothing is lost, else it is a 400 with every loss; so is any loss with `lossless=true`. A country's own JSON is converted as POST /v1/invoices does it. With `Accept: application/xml` the answer is the document itself, and the header `X-Conversion-Losses` says how many losses there are.
         */
        post: operations["convertDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an invoice */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An invoice's timeline */
        get: operations["listInvoiceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process an errored invoice again
         * @description For an invoice in status `error`. A `rejected` one is corrected by a new invoice. At most 10 times a minute and 50 times in all. Takes no body.
         */
        post: operations["retryInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the buyer has said of an invoice
         * @description What a buyer, or a platform in his name, has said since the government decided: the life cycle in France, Invoice Responses in Peppol, late answers of administrations in Italy. They don't change the status. The webhook kind `invoice.response` tells of each; empty in the test environment.
         */
        get: operations["listInvoiceResponses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an invoice's documents */
        get: operations["listInvoiceDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/documents/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of an invoice's documents
         * @description The bytes as they were sent or received, with their own media type.
         */
        get: operations["getInvoiceDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that an invoice's events are unchanged
         * @description Every hour all live events are sealed: a Merkle tree over them is signed. The proof shows that each event of the invoice is in it, as it was recorded. `verifyProof` of the clients checks it. Events since the newest seal come with `sealed: false`; invoices of the test environment are never sealed.
         */
        get: operations["getInvoiceProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/documents/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice as a PDF
         * @description The invoice for people, in whatever status: A4, tagged, with all its terms, its status and, once the government has accepted it, its number; in euros with the QR code of a SEPA credit transfer. Once the XML is made, it is attached. It is made anew for each request; the same invoice in the same status gives the same bytes.
         */
        get: operations["getInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/documents/factur-x": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice as Factur-X
         * @description The PDF (PDF/A-3) whose Cross Industry Invoice is the very one that went to the government: Factur-X in France at the level EN 16931, ZUGFeRD in Germany at the level XRECHNUNG. For invoices of these countries in the format `factur-x` or `cii`, once the XML is made; for others a 404.
         */
        get: operations["getInvoiceFacturX"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Everything that webhooks tell, whether one is configured or not, but test events. Oldest first. Go on with `nextCursor`, which every page has: who does misses no event and sees none twice. `hasMore: false` means that there is nothing more for now; ask again later with the same cursor. An event appears some moments after it happened.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the webhook configuration
         * @description The secret is masked; all fields are null where nothing is configured.
         */
        get: operations["getWebhook"];
        put?: never;
        /**
         * Configure the webhook
         * @description Replaces the configuration of this environment and makes a new signing secret each time. Pending deliveries go to the new address, signed with the new secret.
         */
        post: operations["configureWebhook"];
        /**
         * Delete the webhook configuration
         * @description Pending deliveries are cancelled and the secret is erased. Deleting what is not there is no error.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Makes a new signing secret, shown this once. For 24 hours the secret before it signs as well: `webhook-signature` has the signatures of both, and `X-Service-Signature-Previous` stands beside `X-Service-Signature`. Rotating again ends the overlap of the rotation before. Takes no body.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Newest first. Pages are stable while new deliveries arrive.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a delivery */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description Sends a delivery again at once, whatever became of it, to the address of today, under the same id and with all retries before it. Earlier pending deliveries of the same invoice or connection go first. At most 10 times a minute and 50 times in all. Takes no body.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a period again
         * @description Sends every event of the period again that the webhook is subscribed to, under the id of its delivery, also events from before the webhook was configured. What waits already stays as it is. The events of one invoice or connection come in their order. One call takes 1,000 events at most: call again with `nextCursor` until it is null. A period has 31 days at most.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event of the kind `webhook.test` to the webhook, whatever it is subscribed to. Takes no body.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "invoice.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invoice was created and queued
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onInvoiceCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.validated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invoice passed validation
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onInvoiceValidated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invoice was uploaded to the government
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onInvoiceSubmitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The government accepted an invoice
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onInvoiceAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The government rejected an invoice
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onInvoiceRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The service could not go on with an invoice
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onInvoiceError"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.response": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A buyer, or a platform in his name, responded to an invoice that is decided; sent only to webhooks that name it
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onInvoiceResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A connection became active
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onConnectionActive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The access of a connection could not be refreshed
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onConnectionExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test event was asked for with POST /v1/webhooks/test
         * @description Sent by POST to the configured address. An answer with a 2xx status within 30 seconds is success; anything else is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours. Verify the signature before you trust the body, and drop deliveries whose id you have seen: a delivery may come more than once, always under the same id. The events of one invoice come in their order.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** ApiKey */
        ApiKey: {
            /**
             * @description Identifier
             * @example key_5JmWz0cX9bQnT2vRs8LdYf
             */
            id: string;
            /**
             * @description Human-readable name
             * @example Billing backend
             */
            name: string;
            /**
             * @description First 12 characters of the key
             * @example sk_test_9fKd
             */
            keyPrefix: string;
            /**
             * @description The environment that the key opens
             * @example test
             * @enum {string}
             */
            environment: "test" | "production";
            /**
             * Format: date-time
             * @description Time of last use, at most a minute late; null: never used
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Expiry; null: never expires
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Revocation; null: active
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description Creation time
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description What the key may do; shown for keys that were created with it */
            permissions?: ("full" | "read")[];
        };
        /** ErrorDetail */
        ErrorDetail: {
            /**
             * @description The field, in the request's own terms, or the element of a document in XML; empty for the body as a whole
             * @example lines[0].unitPrice
             */
            path: string;
            /**
             * @description What to do about it
             * @example is required; send a number
             */
            message: string;
            /**
             * @description Of a broken rule, with `validate=true`: its code
             * @example BR-RO-030
             */
            rule?: string;
            /**
             * @description Of a broken rule, with `validate=true`: it makes the invoice fail
             * @example fatal
             * @enum {string}
             */
            severity?: "fatal";
            /**
             * @description Of a broken rule, with `validate=true`: business term or group of EN 16931, or empty
             * @example BT-152
             */
            term?: string;
            /** @description Of a broken rule, with `validate=true`: what to do about it */
            fix?: string;
            /**
             * @description Of a broken rule, with `validate=true`, of a document in XML: line on which the element begins
             * @example 17
             */
            line?: number;
            /**
             * @description Of a broken rule, with `validate=true`: the page of the rule
             * @example https://api.example.com/docs/rules/BR-RO-030
             */
            docs?: string;
        };
        /** Error */
        Error: {
            error: {
                /**
                 * @description Machine-readable category
                 * @example validation_error
                 * @enum {string}
                 */
                type: "validation_error" | "authentication_error" | "forbidden_error" | "usage_limit_exceeded" | "limit_exceeded" | "not_found" | "conflict_error" | "rate_limit_error" | "server_error";
                /**
                 * @description What went wrong, for people
                 * @example lines[0].unitPrice is required
                 */
                message: string;
                /** @description Every field that is wrong; only with type `validation_error` */
                details?: components["schemas"]["ErrorDetail"][];
                /**
                 * @description Tell it to support
                 * @example req_3zT1vYb0mWQk5N8xHc2RfA
                 */
                requestId: string;
                /** @description The month's limit; only with type `usage_limit_exceeded` */
                limit?: number;
                /** @description What is left of it; only with type `usage_limit_exceeded` */
                remaining?: number;
            };
            /** @description The same as `error.limit` */
            limit?: number;
            /** @description The same as `error.remaining` */
            remaining?: number;
        };
        /** CreateApiKey */
        CreateApiKey: {
            /**
             * @description Human-readable name
             * @example Billing backend
             */
            name: string;
            /**
             * @description The environment that the key opens
             * @default test
             * @enum {string}
             */
            environment?: "test" | "production";
            /**
             * Format: date-time
             * @description When the key stops working, ISO 8601, in the future; leave it out for a key that never expires
             * @example 2030-01-31T00:00:00.000Z
             */
            expiresAt?: string;
            /**
             * @description `full` (default): everything. `read`: everything that changes nothing, validation included
             * @example [
             *       "read"
             *     ]
             */
            permissions?: ("full" | "read")[];
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /**
             * @description Identifier
             * @example key_5JmWz0cX9bQnT2vRs8LdYf
             */
            id: string;
            /**
             * @description The key itself. It is shown this once and never again
             * @example sk_test_9fKdXq2LmT7vRb0NzYc4WsHp1JgUe8AkQo6VtIiM
             */
            key: string;
            /**
             * @description First 12 characters of the key
             * @example sk_test_9fKd
             */
            keyPrefix: string;
            /**
             * @description Human-readable name
             * @example Billing backend
             */
            name: string;
            /**
             * @description The environment that the key opens
             * @example test
             * @enum {string}
             */
            environment: "test" | "production";
            /**
             * Format: date-time
             * @description Expiry; null: never expires
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Creation time
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description What the key may do; shown for keys that were created with it */
            permissions?: ("full" | "read")[];
        };
        /**
         * Address
         * @description Postal address
         */
        Address: {
            /**
             * @description Street and number
             * @example Strada Lipscani 12
             */
            street?: string;
            /**
             * @description City; a sector for Bucharest
             * @example Cluj-Napoca
             */
            city?: string;
            /**
             * @description Postal code
             * @example 400001
             */
            postalCode?: string;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             * @example RO
             */
            country: string;
            /**
             * @description State, county or province
             * @example CJ
             */
            stateOrProvince?: string;
        };
        /**
         * Contacts
         * @description How to reach the company; fills in what the supplier of its invoices leaves out
         */
        Contacts: {
            /**
             * Format: email
             * @description Contact email
             * @example billing@example.ro
             */
            email?: string;
            /**
             * @description Contact phone
             * @example +40 264 000 000
             */
            phone?: string;
        };
        /** CreateCompany */
        CreateCompany: {
            /**
             * @description Legal name
             * @example Exemplu SRL
             */
            name: string;
            /**
             * @description VAT number in the country's format; the country prefix is added where it is missing
             * @example RO12345678
             */
            vatNumber: string;
            /**
             * @description Where the company is registered for VAT
             * @example RO
             * @enum {string}
             */
            country: "RO" | "IT" | "BE" | "PL" | "FR" | "DE";
            /**
             * @description Trade register number
             * @example J12/1234/2020
             */
            registrationNumber?: string;
            /** @description Postal address */
            address?: components["schemas"]["Address"];
            /**
             * Format: currency-code
             * @description Default currency, ISO 4217
             * @default EUR
             * @example RON
             */
            currency?: string;
            /** @description How to reach the company; fills in what the supplier of its invoices leaves out */
            contacts?: components["schemas"]["Contacts"];
        };
        /** Company */
        Company: {
            /**
             * @description Identifier
             * @example comp_7QxGk2sVb9LnT0wRc4ZmYe
             */
            id: string;
            /**
             * @description Legal name
             * @example Exemplu SRL
             */
            name: string;
            /**
             * @description VAT number with country prefix; immutable
             * @example RO12345678
             */
            vatNumber: string;
            /**
             * @description ISO 3166-1 alpha-2; immutable
             * @example RO
             */
            country: string;
            /**
             * @description Default currency, ISO 4217
             * @example RON
             */
            currency: string;
            /** @description False after the company was deleted */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Creation time
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
        };
        /** UpdateCompany */
        UpdateCompany: {
            /**
             * @description Legal name
             * @example Exemplu SRL
             */
            name?: string;
            /** @description Postal address */
            address?: components["schemas"]["Address"];
            /**
             * Format: currency-code
             * @description Default currency, ISO 4217
             * @example RON
             */
            currency?: string;
            /** @description How to reach the company; fills in what the supplier of its invoices leaves out */
            contacts?: components["schemas"]["Contacts"];
        };
        /** CreateConnection */
        CreateConnection: {
            /**
             * @description The company to connect
             * @example comp_7QxGk2sVb9LnT0wRc4ZmYe
             */
            companyId: string;
            /**
             * @description The government to connect it to
             * @example RO
             * @enum {string}
             */
            countryCode: "RO" | "IT" | "BE" | "PL" | "FR" | "DE";
        };
        /** CreatedConnection */
        CreatedConnection: {
            /**
             * @description Identifier
             * @example conn_1BvHt8qXk5NzR3wLc9YdSm
             */
            id: string;
            /**
             * @description The company
             * @example comp_7QxGk2sVb9LnT0wRc4ZmYe
             */
            companyId: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example RO
             */
            countryCode: string;
            /**
             * @description Only an `active` connection takes invoices; an `expired` or `error` one is set up anew by creating it again
             * @example active
             * @enum {string}
             */
            status: "pending_setup" | "active" | "expired" | "error";
            /**
             * Format: date-time
             * @description When the access to the government expires; null where it does not, or is not set up
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            tokenExpiresAt: string | null;
            /**
             * @description Most recent error
             * @example null
             */
            lastErrorMessage: string | null;
            /**
             * Format: date-time
             * @description Creation time
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Send the user there to authorise the connection; for countries that use OAuth */
            authorizationUrl?: string;
            /** @description What to do before the connection becomes active, step by step */
            setupInstructions?: string[];
        };
        /** Connection */
        Connection: {
            /**
             * @description Identifier
             * @example conn_1BvHt8qXk5NzR3wLc9YdSm
             */
            id: string;
            /**
             * @description The company
             * @example comp_7QxGk2sVb9LnT0wRc4ZmYe
             */
            companyId: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example RO
             */
            countryCode: string;
            /**
             * @description Only an `active` connection takes invoices; an `expired` or `error` one is set up anew by creating it again
             * @example active
             * @enum {string}
             */
            status: "pending_setup" | "active" | "expired" | "error";
            /**
             * Format: date-time
             * @description When the access to the government expires; null where it does not, or is not set up
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            tokenExpiresAt: string | null;
            /**
             * @description Most recent error
             * @example null
             */
            lastErrorMessage: string | null;
            /**
             * Format: date-time
             * @description Creation time
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
        };
        /** CredentialsForItaly */
        CredentialsForItaly: {
            /**
             * @description Client certificate in PEM, the chain after it; or give pkcs12
             * @example -----BEGIN CERTIFICATE-----
             *     …
             */
            certificate?: string;
            /**
             * @description Its private key in PEM
             * @example -----BEGIN PRIVATE KEY-----
             *     …
             */
            privateKey?: string;
            /**
             * @description Instead of both: a PKCS#12 file (.p12, .pfx) in Base64
             * @example MIIKpAIBAzCC…
             */
            pkcs12?: string;
            /**
             * @description Passphrase of the private key or the PKCS#12 file, where it has one
             * @example correct horse
             */
            passphrase?: string;
            /**
             * @description With a certificate of a channel: the qualified certificate in PEM that signs invoices to public administrations
             * @example -----BEGIN CERTIFICATE-----
             *     …
             */
            signingCertificate?: string;
            /**
             * @description Its private key in PEM
             * @example -----BEGIN PRIVATE KEY-----
             *     …
             */
            signingKey?: string;
            /**
             * @description Passphrase of signingKey, where it has one
             * @example correct horse
             */
            signingPassphrase?: string;
            /**
             * @description Instead of all others: the live API key of an account at Invoicetronic
             * @example ik_live_8f3b2c1d9e7a
             */
            apiKey?: string;
        };
        /** CredentialsForBelgium */
        CredentialsForBelgium: {
            /**
             * @description Address of the interface of the access point (phoss-ap), https, without /api
             * @example https://api.provider.example/v1
             */
            url: string;
            /**
             * @description The token that the access point asks for
             * @example ap_4f9c2b7de01a
             */
            apiKey: string;
        };
        /** CredentialsForPoland */
        CredentialsForPoland: {
            /**
             * @description KSeF token with the permission to issue invoices, as KSeF shows it
             * @example 20260331-EC-1A2B3C4D5E-6F7A8B9C0D-1E|nip-5260250274|4f9c2b7de01a
             */
            token?: string;
            /**
             * @description Instead: KSeF certificate or qualified certificate in PEM, the chain after it
             * @example -----BEGIN CERTIFICATE-----
             *     …
             */
            certificate?: string;
            /**
             * @description Its private key in PEM, RSA or ECDSA
             * @example -----BEGIN ENCRYPTED PRIVATE KEY-----
             *     …
             */
            privateKey?: string;
            /**
             * @description Instead of both: a PKCS#12 file (.p12, .pfx) in Base64
             * @example MIIKpAIBAzCC…
             */
            pkcs12?: string;
            /**
             * @description Passphrase of the private key or the PKCS#12 file, where it has one
             * @example correct horse
             */
            passphrase?: string;
        };
        /** CredentialsForFrance */
        CredentialsForFrance: {
            /**
             * @description Address of the platform's Flow Service (AFNOR XP Z12-013), https, without /v1
             * @example https://api.platform.example/flow-service
             */
            url?: string;
            /**
             * @description The platform's API key; or give tokenUrl, clientId and clientSecret
             * @example pa_4f9c2b7de01a
             */
            apiKey?: string;
            /**
             * @description Instead of apiKey: address of the platform's OAuth 2.0 token endpoint, https
             * @example https://api.platform.example/oauth2/token
             */
            tokenUrl?: string;
            /**
             * @description Beside tokenUrl: id of an OAuth 2.0 client (client credentials)
             * @example exemple
             */
            clientId?: string;
            /**
             * @description The secret that goes with clientId
             * @example s3cr3t
             */
            clientSecret?: string;
            /**
             * @description Address of the platform's Directory Service, https, without /v1; buyers are then looked up before sending
             * @example https://api.platform.example/directory-service
             */
            directoryUrl?: string;
            /**
             * @description For public buyers: id of the application at PISTE
             * @example 2f6c7a51-exemple
             */
            chorusClientId?: string;
            /**
             * @description Its secret
             * @example correct horse battery staple
             */
            chorusClientSecret?: string;
            /**
             * @description Login of the technical account at Chorus Pro
             * @example TECH_1_12345678@cpro.fr
             */
            chorusLogin?: string;
            /**
             * @description Its password, which Chorus Pro lets expire
             * @example tr0ubadour
             */
            chorusPassword?: string;
        };
        /** CredentialsForGermany */
        CredentialsForGermany: {
            /**
             * @description Address of the interface of the access point (phoss-ap), https, without /api
             * @example https://api.provider.example/v1
             */
            url: string;
            /**
             * @description The token that the access point asks for
             * @example ap_4f9c2b7de01a
             */
            apiKey: string;
        };
        /** CallBudget */
        CallBudget: {
            /**
             * @description Which calls are counted
             * @example RO calls
             */
            name: string;
            /**
             * @description Calls that the government takes in the window
             * @example 1000
             */
            limit: number;
            /**
             * @description What is left of them
             * @example 987
             */
            remaining: number;
            /**
             * Format: date-time
             * @description When the window began
             * @example 2026-03-31T09:30:00.000Z
             */
            windowStartsAt: string;
            /**
             * Format: date-time
             * @description When the window ends, and all calls may be made again
             * @example 2026-03-31T09:30:00.000Z
             */
            resetsAt: string;
        };
        /** ConnectionBudget */
        ConnectionBudget: {
            /**
             * @description The connection
             * @example conn_1BvHt8qXk5NzR3wLc9YdSm
             */
            connectionId: string;
            /** @description What the government limits; empty where it limits nothing, as the simulated ones */
            budgets: components["schemas"]["CallBudget"][];
            /**
             * Format: date-time
             * @description The government could not be reached, and is asked again then; null while it answers
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            governmentClosedUntil: string | null;
            /**
             * Format: date-time
             * @description When the next of the account's waiting invoices is to go to this government; null where none waits
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            nextInvoiceAt: string | null;
        };
        /** ConnectionTest */
        ConnectionTest: {
            /**
             * @description Whether the connection can be used; null: nobody could tell, as while the government is away
             * @example true
             */
            ok: boolean | null;
            /**
             * Format: date-time
             * @description When that was found out
             * @example 2026-03-31T09:30:00.000Z
             */
            checkedAt: string;
            /**
             * @description What works, or what is wrong and what to do
             * @example Works: ANAF lists the messages of RO18547290
             */
            message: string;
        };
        /** PaidAmountInput */
        PaidAmountInput: {
            /**
             * @description VAT rate of lines of the invoice, in percent; at most 10 decimal places
             * @example 20
             */
            vatRate: number;
            /**
             * @description What was paid at that rate, with VAT, in the invoice's currency; at most 10 decimal places
             * @example 600
             */
            amount: number;
        };
        /** ReportPayment */
        ReportPayment: {
            /**
             * Format: date
             * @description The day on which the money came, YYYY-MM-DD; not in the future
             * @example 2026-03-31
             */
            paidOn: string;
            /** @description Of each VAT rate what was paid; without it, all that was not reported yet */
            amounts?: components["schemas"]["PaidAmountInput"][];
        };
        /** PaidAmount */
        PaidAmount: {
            /**
             * @description VAT rate of lines of the invoice, in percent
             * @example 20
             */
            vatRate: string;
            /**
             * @description With VAT, two decimals, in `currency`
             * @example 600.00
             */
            amount: string;
        };
        /** Payment */
        Payment: {
            /**
             * @description Identifier
             * @example 5f0d4c52-3f57-8d1e-9a44-1b6e8f2c7a90
             */
            id: string;
            /**
             * @description The day on which the money came, YYYY-MM-DD
             * @example 2026-03-31
             */
            paidOn: string;
            /** @description What was paid, by VAT rate */
            amounts: components["schemas"]["PaidAmount"][];
            /**
             * @description `requested` the government is about to be told; `reported` it has the report; `refused` it does not take it
             * @example reported
             * @enum {string}
             */
            status: "requested" | "reported" | "refused";
            /**
             * @description The government's number of the report
             * @example null
             */
            reportId: string | null;
            /**
             * @description Why the government does not take it, in its own words
             * @example null
             */
            errorMessage: string | null;
            /**
             * Format: date-time
             * @description When the report was asked for
             * @example 2026-03-31T09:30:00.000Z
             */
            requestedAt: string;
        };
        /** Invoice */
        Invoice: {
            /**
             * @description Identifier
             * @example inv_2WnKc7yTq4XbR9vLz0HdSm
             */
            id: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example RO
             */
            country: string;
            /**
             * @description VAT number of the supplier
             * @example RO12345678
             */
            supplierVat: string;
            /**
             * @description VAT number of the customer
             * @example RO87654321
             */
            customerVat: string;
            /**
             * @description `created` received and queued; `validated` passed the rules; `converting` being converted; `submitting` being uploaded; `submitted` the government has it and decides; `accepted`; `rejected` by the government; `error` the service could not go on
             * @example created
             * @enum {string}
             */
            status: "created" | "validated" | "converting" | "submitting" | "submitted" | "accepted" | "rejected" | "error";
            /**
             * @description Net total, two decimals, in `currency`
             * @example 1455.00
             */
            netAmount: string;
            /**
             * @description VAT total, two decimals, in `currency`
             * @example 305.55
             */
            vatAmount: string;
            /**
             * @description Net plus VAT, two decimals, in `currency`
             * @example 1760.55
             */
            grossAmount: string;
            /**
             * @description ISO 4217
             * @example RON
             */
            currency: string;
            /**
             * @description Id that the government gave
             * @example null
             */
            govId: string | null;
            /**
             * @description Your own reference
             * @example order-4711
             */
            externalId: string | null;
            /**
             * @description Invoice number (BT-1)
             * @example order-4711
             */
            number: string;
            /**
             * @description What kind of document it is
             * @example invoice
             * @enum {string}
             */
            invoiceType: "invoice" | "credit_note" | "debit_note";
            /**
             * @description Issue date (BT-2), YYYY-MM-DD; where you gave none, the day of its creation in the country's time zone
             * @example 2026-03-31
             */
            issueDate: string;
            /**
             * @description When payment is due (BT-9), YYYY-MM-DD: `dueDate`, else `paymentMeans.dueDate`; null: neither was given
             * @example 2026-04-30
             */
            dueDate: string | null;
            /**
             * @description The company that submits it
             * @example comp_9fPzQeYk3LmT6sUvHa2WdR
             */
            companyId: string;
            /**
             * @description Name of the customer; null: an earlier release created the invoice and did not note it
             * @example Client SRL
             */
            customerName: string | null;
            /**
             * @description What went wrong, in the government's own words
             * @example null
             */
            errorMessage: string | null;
            /**
             * @description The same in English
             * @example null
             */
            errorTranslated: string | null;
            /**
             * @description What to do about it
             * @example null
             */
            errorFix: string | null;
            /**
             * @description Pages of the rules that `errorMessage` names, 20 at most; of a single invoice that has such an error
             * @example [
             *       "https://api.example.com/docs/rules/BR-RO-030"
             *     ]
             */
            docs?: string[];
            /** @description Payments that are reported to the government, oldest first; absent: none */
            payments?: components["schemas"]["Payment"][];
            /**
             * Format: date-time
             * @description Creation time
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-03-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** Participant */
        Participant: {
            /**
             * @description Scheme and value
             * @example 0208:0403170701
             */
            id: string;
            /**
             * @description Whether the network knows it
             * @example true
             */
            registered: boolean;
            /**
             * @description The document types that it receives, by their identifiers; none where it is not registered
             * @example [
             *       "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1"
             *     ]
             */
            documentTypes: string[];
            /**
             * Format: date-time
             * @description When the network was asked
             * @example 2026-03-31T09:30:00.000Z
             */
            checkedAt: string;
        };
        /** InvoiceAddress */
        InvoiceAddress: {
            /**
             * @description Street and number
             * @example Strada Lipscani 12
             */
            street?: string;
            /**
             * @description City; a sector for Bucharest
             * @example Cluj-Napoca
             */
            city?: string;
            /**
             * @description Postal code
             * @example 400001
             */
            postalCode?: string;
            /**
             * Format: country-code
             * @description ISO 3166-1 alpha-2
             * @example RO
             */
            country: string;
            /**
             * @description State, county or province
             * @example CJ
             */
            stateOrProvince?: string;
            /**
             * @description More of the street: building, floor (RO, BE, FR, DE, PL)
             * @example Bloc 4, ap. 12
             */
            line2?: string;
            /**
             * @description Still more of it (RO, BE, FR, DE, PL)
             * @example Curtea B
             */
            line3?: string;
        };
        /**
         * Supplier
         * @description Who sells
         */
        Supplier: {
            /**
             * @description VAT number with country prefix; spaces, dots and dashes are dropped
             * @example RO12345678
             */
            vatNumber: string;
            /**
             * @description Legal name
             * @example Exemplu SRL
             */
            name: string;
            /**
             * @description Name under which it trades (RO, BE, FR, DE, PL)
             * @example Exemplu Design
             */
            tradingName?: string;
            /** @description Further identifiers (RO, BE, FR, DE, PL) */
            identifiers?: {
                /**
                 * @description The identifier
                 * @example 4035811991014
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0088
                 */
                scheme?: string;
            }[];
            /** @description Number in a register of companies (RO, BE, FR, DE, PL) */
            legalRegistration?: {
                /**
                 * @description The identifier
                 * @example 732829320
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0002
                 */
                scheme?: string;
            };
            /** @description Where it receives invoices; the same as `peppolId` for any scheme (RO, BE, FR, DE) */
            electronicAddress?: {
                /**
                 * @description The identifier
                 * @example 0123456789
                 */
                id: string;
                /**
                 * @description Its scheme, EAS
                 * @example 0208
                 */
                scheme?: string;
            };
            /** @description Postal address. Left out, it is the company's, if the VAT numbers agree */
            address?: components["schemas"]["InvoiceAddress"];
            /**
             * @description Person or department to turn to (RO, BE, FR, DE, PL)
             * @example Accounts payable
             */
            contactName?: string;
            /**
             * Format: email
             * @description Contact email. Left out, it is the company's, if the VAT numbers agree
             * @example office@example.com
             */
            email?: string;
            /**
             * @description Contact phone. Left out, it is the company's, if the VAT numbers agree
             * @example +40 21 000 0000
             */
            phone?: string;
            /**
             * Format: sdi-code
             * @description Italian recipient code (Codice Destinatario), 7 characters; 6 for a public administration
             * @example 0000000
             */
            sdiCode?: string;
            /**
             * @description Peppol participant id
             * @example 0208:0123456789
             */
            peppolId?: string;
            /**
             * Format: siret
             * @description French SIRET, 14 digits
             * @example 73282932000074
             */
            siret?: string;
            /**
             * @description German Leitweg-ID
             * @example 04011000-12345-03
             */
            leitwegId?: string;
            /**
             * @description Codice fiscale (IT)
             * @example 01879020517
             */
            nationalId?: string;
            /**
             * @description Number at the tax office, other than the VAT number (RO, BE, FR, DE, PL)
             * @example 123/456/7890
             */
            taxRegistration?: string;
            /**
             * @description Legal form, capital and the like (RO, BE, FR, DE, PL)
             * @example SRL, share capital RON 10,000
             */
            legalInformation?: string;
            /**
             * @description RegimeFiscale, RF01 (ordinary) to RF20 (IT)
             * @default RF01
             * @example RF19
             */
            taxRegime?: string;
            /** @description Entry in the register of companies (REA) (IT) */
            rea?: {
                /**
                 * @description Province of the office, two letters
                 * @example MI
                 */
                office: string;
                /**
                 * @description Number in the register
                 * @example 1234567
                 */
                number: string;
                /**
                 * @description Paid-up share capital, EUR; at most 10 decimal places
                 * @example 10000
                 */
                shareCapital?: number;
                /** @description Whether there is one shareholder alone */
                soleShareholder?: boolean;
                /** @description Whether the company is being wound up */
                inLiquidation?: boolean;
            };
        };
        /**
         * Customer
         * @description Who buys
         */
        Customer: {
            /**
             * @description VAT number with country prefix; spaces, dots and dashes are dropped
             * @example RO12345678
             */
            vatNumber?: string;
            /**
             * @description Legal name
             * @example Exemplu SRL
             */
            name: string;
            /**
             * @description Name under which it trades (RO, BE, FR, DE, PL)
             * @example Exemplu Design
             */
            tradingName?: string;
            /** @description Further identifiers (RO, BE, FR, DE, PL) */
            identifiers?: {
                /**
                 * @description The identifier
                 * @example 4035811991014
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0088
                 */
                scheme?: string;
            }[];
            /** @description Number in a register of companies (RO, BE, FR, DE, PL) */
            legalRegistration?: {
                /**
                 * @description The identifier
                 * @example 732829320
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0002
                 */
                scheme?: string;
            };
            /** @description Where it receives invoices; the same as `peppolId` for any scheme (RO, BE, FR, DE) */
            electronicAddress?: {
                /**
                 * @description The identifier
                 * @example 0123456789
                 */
                id: string;
                /**
                 * @description Its scheme, EAS
                 * @example 0208
                 */
                scheme?: string;
            };
            /** @description Postal address */
            address?: components["schemas"]["InvoiceAddress"];
            /**
             * @description Person or department to turn to (RO, BE, FR, DE, PL)
             * @example Accounts payable
             */
            contactName?: string;
            /**
             * Format: email
             * @description Contact email
             * @example office@example.com
             */
            email?: string;
            /**
             * @description Contact phone
             * @example +40 21 000 0000
             */
            phone?: string;
            /**
             * Format: sdi-code
             * @description Italian recipient code (Codice Destinatario), 7 characters; 6 for a public administration
             * @example 0000000
             */
            sdiCode?: string;
            /**
             * @description Peppol participant id
             * @example 0208:0123456789
             */
            peppolId?: string;
            /**
             * Format: siret
             * @description French SIRET, 14 digits
             * @example 73282932000074
             */
            siret?: string;
            /**
             * @description German Leitweg-ID
             * @example 04011000-12345-03
             */
            leitwegId?: string;
            /**
             * @description A private person: `vatNumber` may be left out, `nationalId` may be given
             * @default false
             * @example true
             */
            consumer?: boolean;
            /**
             * @description Number beside the VAT number: codice fiscale in Italy, personal number (CNP) of a consumer in Romania, another number in Poland (RO, IT, PL)
             * @example RSSMRA85T10A562S
             */
            nationalId?: string;
            /**
             * Format: email
             * @description Certified email (IT)
             * @example ditta@pec.example.it
             */
            pec?: string;
            /** @description Belongs to the public sector, whatever its SIREN says (FR) */
            publicSector?: boolean;
            /** @description A subordinate unit of a local government (JST) (PL) */
            localGovernmentUnit?: boolean;
            /** @description A member of a VAT group (GV) (PL) */
            vatGroupMember?: boolean;
        };
        /**
         * LineAllowance
         * @description An allowance or a charge of a line
         */
        LineAllowance: {
            /**
             * @description Amount without VAT; without it computed from the percentage; at most 10 decimal places
             * @example 25
             */
            amount?: number;
            /**
             * @description Percentage of the base; at most 10 decimal places
             * @example 10
             */
            percentage?: number;
            /**
             * @description What the percentage is of; without it the price times the quantity; at most 10 decimal places (RO, BE, FR, DE, PL)
             * @example 250
             */
            baseAmount?: number;
            /**
             * @description Why, in words (RO, BE, FR, DE, PL)
             * @example Volume discount
             */
            reason?: string;
            /**
             * @description Why, as a code: UNTDID 5189 (allowances) or 7161 (charges) (RO, BE, FR, DE, PL)
             * @example 95
             */
            reasonCode?: string;
        };
        /** Classification */
        Classification: {
            /**
             * @description The code
             * @example 72000000-5
             */
            code: string;
            /**
             * @description Scheme, UNTDID 7143; without it told from the code
             * @example STI
             */
            scheme?: string;
            /**
             * @description Version of the scheme (RO, BE, FR, DE, PL)
             * @example 2008
             */
            schemeVersion?: string;
        };
        /** Attribute */
        Attribute: {
            /**
             * @description Name
             * @example Colour
             */
            name: string;
            /**
             * @description Value
             * @example Black
             */
            value: string;
        };
        /**
         * Item
         * @description More of what is sold (RO, BE, FR, DE, IT, PL)
         */
        Item: {
            /**
             * @description Description
             * @example With two drawers
             */
            description?: string;
            /**
             * @description The seller's number of the item
             * @example D-100
             */
            sellersIdentifier?: string;
            /**
             * @description The buyer's number of the item
             * @example 9981
             */
            buyersIdentifier?: string;
            /** @description GTIN or the like */
            standardIdentifier?: {
                /**
                 * @description The identifier
                 * @example 4035811991069
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0160
                 */
                scheme?: string;
            };
            /** @description Classifications, after `itemCode` */
            classifications?: components["schemas"]["Classification"][];
            /**
             * Format: country-code
             * @description Country of origin, ISO 3166-1 alpha-2
             * @example DE
             */
            originCountry?: string;
            /** @description Attributes */
            attributes?: components["schemas"]["Attribute"][];
        };
        /**
         * SubLineLevel3
         * @description A line that another line is made of (BG-DEX-01)
         */
        SubLineLevel3: {
            /**
             * @description What is sold
             * @example Consulting, March
             */
            description: string;
            /**
             * @description How many; negative to take back; at most 10 decimal places
             * @default 1
             * @example 10
             */
            quantity?: number;
            /**
             * @description Price of one unit without VAT, before the discount; at most 10 decimal places
             * @example 150.5
             */
            unitPrice: number;
            /**
             * @description VAT rate in percent; at most 10 decimal places
             * @example 21
             */
            vatRate: number;
            /**
             * @description Unit of measure, UN/ECE Recommendation 20 or 21
             * @default C62
             * @example HUR
             */
            unitCode?: string;
            /**
             * @description Discount on one unit, as an amount; at most 10 decimal places
             * @example 5
             */
            discount?: number;
            /**
             * @description Item classification code
             * @example 72000000-5
             */
            itemCode?: string;
            /**
             * @description VAT category (UNCL 5305): S standard, Z zero rate, E exempt, AE reverse charge, K supply within the EU, G export, O outside of VAT. Without it a positive rate is S and the rate 0 is Z
             * @example S
             * @enum {string}
             */
            vatCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            /** @description When the line was delivered */
            period?: {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-03-01
                 */
                start?: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-03-31
                 */
                end?: string;
            };
            /**
             * @description Identifier of the line; without it its place, from 1 (RO, BE, FR, DE, IT, PL)
             * @example 10
             */
            id?: string;
            /**
             * @description Note on the line (RO, BE, FR, DE, IT, PL)
             * @example Second part follows
             */
            note?: string;
            /** @description What the line is about (RO, BE, FR, DE, PL) */
            object?: {
                /**
                 * @description The identifier
                 * @example METER-9
                 */
                id: string;
                /**
                 * @description Its scheme, UNTDID 1153
                 * @example AVE
                 */
                scheme?: string;
            };
            /**
             * @description Your own net amount of the line: a difference is a finding; at most 10 decimal places (RO, BE, FR, DE, IT, PL)
             * @example 1505
             */
            netAmount?: number;
            /**
             * @description Line of the buyer's order (RO, BE, FR, DE, IT, PL)
             * @example 3
             */
            orderLineReference?: string;
            /**
             * @description Where the buyer's accountants book the line (RO, BE, FR, DE, IT, PL)
             * @example 4711-03
             */
            buyerAccountingReference?: string;
            /** @description Allowances of the line (RO, BE, FR, DE, IT, PL) */
            allowances?: components["schemas"]["LineAllowance"][];
            /** @description Charges of the line (RO, BE, FR, DE, IT) */
            charges?: components["schemas"]["LineAllowance"][];
            /**
             * @description For how many units `unitPrice` and `discount` are; without it 1; at most 10 decimal places (RO, BE, FR, DE)
             * @example 100
             */
            priceBaseQuantity?: number;
            /**
             * @description Its unit of measure; the same as `unitCode` (RO, BE, FR, DE)
             * @example C62
             */
            priceBaseQuantityUnit?: string;
            /** @description More of what is sold (RO, BE, FR, DE, IT, PL) */
            item?: components["schemas"]["Item"];
        };
        /**
         * GermanLineLevel3
         * @description The extension of XRechnung: lines that this one is made of (DE)
         */
        GermanLineLevel3: {
            /** @description What the line is made of: its net amount is the sum of theirs; in UBL alone */
            subLines?: components["schemas"]["SubLineLevel3"][];
        };
        /**
         * SubLineLevel2
         * @description A line that another line is made of (BG-DEX-01)
         */
        SubLineLevel2: {
            /**
             * @description What is sold
             * @example Consulting, March
             */
            description: string;
            /**
             * @description How many; negative to take back; at most 10 decimal places
             * @default 1
             * @example 10
             */
            quantity?: number;
            /**
             * @description Price of one unit without VAT, before the discount; at most 10 decimal places
             * @example 150.5
             */
            unitPrice: number;
            /**
             * @description VAT rate in percent; at most 10 decimal places
             * @example 21
             */
            vatRate: number;
            /**
             * @description Unit of measure, UN/ECE Recommendation 20 or 21
             * @default C62
             * @example HUR
             */
            unitCode?: string;
            /**
             * @description Discount on one unit, as an amount; at most 10 decimal places
             * @example 5
             */
            discount?: number;
            /**
             * @description Item classification code
             * @example 72000000-5
             */
            itemCode?: string;
            /**
             * @description VAT category (UNCL 5305): S standard, Z zero rate, E exempt, AE reverse charge, K supply within the EU, G export, O outside of VAT. Without it a positive rate is S and the rate 0 is Z
             * @example S
             * @enum {string}
             */
            vatCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            /** @description When the line was delivered */
            period?: {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-03-01
                 */
                start?: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-03-31
                 */
                end?: string;
            };
            /**
             * @description Identifier of the line; without it its place, from 1 (RO, BE, FR, DE, IT, PL)
             * @example 10
             */
            id?: string;
            /**
             * @description Note on the line (RO, BE, FR, DE, IT, PL)
             * @example Second part follows
             */
            note?: string;
            /** @description What the line is about (RO, BE, FR, DE, PL) */
            object?: {
                /**
                 * @description The identifier
                 * @example METER-9
                 */
                id: string;
                /**
                 * @description Its scheme, UNTDID 1153
                 * @example AVE
                 */
                scheme?: string;
            };
            /**
             * @description Your own net amount of the line: a difference is a finding; at most 10 decimal places (RO, BE, FR, DE, IT, PL)
             * @example 1505
             */
            netAmount?: number;
            /**
             * @description Line of the buyer's order (RO, BE, FR, DE, IT, PL)
             * @example 3
             */
            orderLineReference?: string;
            /**
             * @description Where the buyer's accountants book the line (RO, BE, FR, DE, IT, PL)
             * @example 4711-03
             */
            buyerAccountingReference?: string;
            /** @description Allowances of the line (RO, BE, FR, DE, IT, PL) */
            allowances?: components["schemas"]["LineAllowance"][];
            /** @description Charges of the line (RO, BE, FR, DE, IT) */
            charges?: components["schemas"]["LineAllowance"][];
            /**
             * @description For how many units `unitPrice` and `discount` are; without it 1; at most 10 decimal places (RO, BE, FR, DE)
             * @example 100
             */
            priceBaseQuantity?: number;
            /**
             * @description Its unit of measure; the same as `unitCode` (RO, BE, FR, DE)
             * @example C62
             */
            priceBaseQuantityUnit?: string;
            /** @description More of what is sold (RO, BE, FR, DE, IT, PL) */
            item?: components["schemas"]["Item"];
            /** @description The extension of XRechnung: lines that this one is made of (DE) */
            de?: components["schemas"]["GermanLineLevel3"];
        };
        /**
         * GermanLineLevel2
         * @description The extension of XRechnung: lines that this one is made of (DE)
         */
        GermanLineLevel2: {
            /** @description What the line is made of: its net amount is the sum of theirs; in UBL alone */
            subLines?: components["schemas"]["SubLineLevel2"][];
        };
        /**
         * SubLine
         * @description A line that another line is made of (BG-DEX-01)
         */
        SubLine: {
            /**
             * @description What is sold
             * @example Consulting, March
             */
            description: string;
            /**
             * @description How many; negative to take back; at most 10 decimal places
             * @default 1
             * @example 10
             */
            quantity?: number;
            /**
             * @description Price of one unit without VAT, before the discount; at most 10 decimal places
             * @example 150.5
             */
            unitPrice: number;
            /**
             * @description VAT rate in percent; at most 10 decimal places
             * @example 21
             */
            vatRate: number;
            /**
             * @description Unit of measure, UN/ECE Recommendation 20 or 21
             * @default C62
             * @example HUR
             */
            unitCode?: string;
            /**
             * @description Discount on one unit, as an amount; at most 10 decimal places
             * @example 5
             */
            discount?: number;
            /**
             * @description Item classification code
             * @example 72000000-5
             */
            itemCode?: string;
            /**
             * @description VAT category (UNCL 5305): S standard, Z zero rate, E exempt, AE reverse charge, K supply within the EU, G export, O outside of VAT. Without it a positive rate is S and the rate 0 is Z
             * @example S
             * @enum {string}
             */
            vatCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            /** @description When the line was delivered */
            period?: {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-03-01
                 */
                start?: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-03-31
                 */
                end?: string;
            };
            /**
             * @description Identifier of the line; without it its place, from 1 (RO, BE, FR, DE, IT, PL)
             * @example 10
             */
            id?: string;
            /**
             * @description Note on the line (RO, BE, FR, DE, IT, PL)
             * @example Second part follows
             */
            note?: string;
            /** @description What the line is about (RO, BE, FR, DE, PL) */
            object?: {
                /**
                 * @description The identifier
                 * @example METER-9
                 */
                id: string;
                /**
                 * @description Its scheme, UNTDID 1153
                 * @example AVE
                 */
                scheme?: string;
            };
            /**
             * @description Your own net amount of the line: a difference is a finding; at most 10 decimal places (RO, BE, FR, DE, IT, PL)
             * @example 1505
             */
            netAmount?: number;
            /**
             * @description Line of the buyer's order (RO, BE, FR, DE, IT, PL)
             * @example 3
             */
            orderLineReference?: string;
            /**
             * @description Where the buyer's accountants book the line (RO, BE, FR, DE, IT, PL)
             * @example 4711-03
             */
            buyerAccountingReference?: string;
            /** @description Allowances of the line (RO, BE, FR, DE, IT, PL) */
            allowances?: components["schemas"]["LineAllowance"][];
            /** @description Charges of the line (RO, BE, FR, DE, IT) */
            charges?: components["schemas"]["LineAllowance"][];
            /**
             * @description For how many units `unitPrice` and `discount` are; without it 1; at most 10 decimal places (RO, BE, FR, DE)
             * @example 100
             */
            priceBaseQuantity?: number;
            /**
             * @description Its unit of measure; the same as `unitCode` (RO, BE, FR, DE)
             * @example C62
             */
            priceBaseQuantityUnit?: string;
            /** @description More of what is sold (RO, BE, FR, DE, IT, PL) */
            item?: components["schemas"]["Item"];
            /** @description The extension of XRechnung: lines that this one is made of (DE) */
            de?: components["schemas"]["GermanLineLevel2"];
        };
        /**
         * GermanLine
         * @description The extension of XRechnung: lines that this one is made of (DE)
         */
        GermanLine: {
            /** @description What the line is made of: its net amount is the sum of theirs; in UBL alone */
            subLines?: components["schemas"]["SubLine"][];
        };
        /**
         * FrenchLine
         * @description EXTENDED-CTC-FR: lines under lines (FR)
         */
        FrenchLine: {
            /**
             * @description `id` of the line that this one stands under
             * @example 1
             */
            parentLine?: string;
            /**
             * @description DETAIL is counted. GROUP has the net amount of the lines DETAIL and GROUP under it, and is not counted; INFORMATION is not counted either. Of these a `unitPrice` and a `vatRate` of 0 are not shown. Without it DETAIL where there is a `parentLine`
             * @example DETAIL
             * @enum {string}
             */
            subtype?: "DETAIL" | "GROUP" | "INFORMATION";
        };
        /** InvoiceLine */
        InvoiceLine: {
            /**
             * @description What is sold
             * @example Consulting, March
             */
            description: string;
            /**
             * @description How many; negative to take back; at most 10 decimal places
             * @default 1
             * @example 10
             */
            quantity?: number;
            /**
             * @description Price of one unit without VAT, before the discount; at most 10 decimal places
             * @example 150.5
             */
            unitPrice: number;
            /**
             * @description VAT rate in percent; at most 10 decimal places
             * @example 21
             */
            vatRate: number;
            /**
             * @description Unit of measure, UN/ECE Recommendation 20 or 21
             * @default C62
             * @example HUR
             */
            unitCode?: string;
            /**
             * @description Discount on one unit, as an amount; at most 10 decimal places
             * @example 5
             */
            discount?: number;
            /**
             * @description Item classification code
             * @example 72000000-5
             */
            itemCode?: string;
            /**
             * @description VAT category (UNCL 5305): S standard, Z zero rate, E exempt, AE reverse charge, K supply within the EU, G export, O outside of VAT. Without it a positive rate is S and the rate 0 is Z
             * @example S
             * @enum {string}
             */
            vatCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            /** @description When the line was delivered */
            period?: {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-03-01
                 */
                start?: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-03-31
                 */
                end?: string;
            };
            /**
             * @description Identifier of the line; without it its place, from 1 (RO, BE, FR, DE, IT, PL)
             * @example 10
             */
            id?: string;
            /**
             * @description Note on the line (RO, BE, FR, DE, IT, PL)
             * @example Second part follows
             */
            note?: string;
            /** @description What the line is about (RO, BE, FR, DE, PL) */
            object?: {
                /**
                 * @description The identifier
                 * @example METER-9
                 */
                id: string;
                /**
                 * @description Its scheme, UNTDID 1153
                 * @example AVE
                 */
                scheme?: string;
            };
            /**
             * @description Your own net amount of the line: a difference is a finding; at most 10 decimal places (RO, BE, FR, DE, IT, PL)
             * @example 1505
             */
            netAmount?: number;
            /**
             * @description Line of the buyer's order (RO, BE, FR, DE, IT, PL)
             * @example 3
             */
            orderLineReference?: string;
            /**
             * @description Where the buyer's accountants book the line (RO, BE, FR, DE, IT, PL)
             * @example 4711-03
             */
            buyerAccountingReference?: string;
            /** @description Allowances of the line (RO, BE, FR, DE, IT, PL) */
            allowances?: components["schemas"]["LineAllowance"][];
            /** @description Charges of the line (RO, BE, FR, DE, IT) */
            charges?: components["schemas"]["LineAllowance"][];
            /**
             * @description For how many units `unitPrice` and `discount` are; without it 1; at most 10 decimal places (RO, BE, FR, DE)
             * @example 100
             */
            priceBaseQuantity?: number;
            /**
             * @description Its unit of measure; the same as `unitCode` (RO, BE, FR, DE)
             * @example C62
             */
            priceBaseQuantityUnit?: string;
            /** @description More of what is sold (RO, BE, FR, DE, IT, PL) */
            item?: components["schemas"]["Item"];
            /**
             * @description Why no VAT is charged
             * @example Export outside of the EU
             */
            exemptionReason?: string;
            /**
             * @description The same as a VATEX code
             * @example VATEX-EU-G
             */
            exemptionReasonCode?: string;
            /**
             * @description Whether tax is withheld from the line (IT)
             * @example true
             */
            withholding?: boolean;
            /** @description The extension of XRechnung: lines that this one is made of (DE) */
            de?: components["schemas"]["GermanLine"];
            /** @description EXTENDED-CTC-FR: lines under lines (FR) */
            fr?: components["schemas"]["FrenchLine"];
        };
        /** Note */
        Note: {
            /**
             * @description The note
             * @example Delivered in two parts
             */
            text: string;
            /**
             * @description What it is about, UNTDID 4451 (RO, BE, FR, DE, PL)
             * @example AAI
             */
            subjectCode?: string;
        };
        /** Account */
        Account: {
            /**
             * @description IBAN
             * @example RO49AAAA1B31007593840000
             */
            bankAccount?: string;
            /**
             * @description In whose name
             * @example Exemplu SRL
             */
            accountName?: string;
            /**
             * @description BIC/SWIFT
             * @example AAAAROBU
             */
            bic?: string;
        };
        /**
         * Card
         * @description Paid by card (RO, BE, FR, DE, PL)
         */
        Card: {
            /**
             * @description The last four to six digits
             * @example 1234
             */
            accountNumber: string;
            /**
             * @description In whose name
             * @example A. Ionescu
             */
            holderName?: string;
        };
        /**
         * DirectDebit
         * @description Collected by direct debit (RO, BE, FR, DE, PL)
         */
        DirectDebit: {
            /**
             * @description Reference of the mandate
             * @example MANDATE-17
             */
            mandate?: string;
            /**
             * @description Identifier of the creditor
             * @example DE98ZZZ09999999999
             */
            creditorId?: string;
            /**
             * @description IBAN that is debited
             * @example DE75512108001245126199
             */
            debitedAccount?: string;
        };
        /**
         * PaymentMeans
         * @description How to pay
         */
        PaymentMeans: {
            /**
             * @description Code, UNTDID 4461 (in Italy MP01 to MP23, too); without it told from the other fields (RO, BE, FR, DE, IT, PL)
             * @example 58
             */
            code?: string;
            /**
             * @description The means in words (RO, BE, FR, DE, PL)
             * @example SEPA credit transfer
             */
            text?: string;
            /**
             * @description What the payer is to write (RO, BE, FR, DE, IT, PL)
             * @example RE-2026-002
             */
            remittance?: string;
            /**
             * @description IBAN
             * @example RO49AAAA1B31007593840000
             */
            bankAccount?: string;
            /**
             * @description In whose name the account is (RO, BE, FR, DE, PL)
             * @example Exemplu SRL
             */
            accountName?: string;
            /**
             * @description BIC/SWIFT
             * @example AAAAROBU
             */
            bic?: string;
            /** @description Further accounts to choose from (RO, BE, FR, DE, PL) */
            furtherAccounts?: components["schemas"]["Account"][];
            /** @description Paid by card (RO, BE, FR, DE, PL) */
            card?: components["schemas"]["Card"];
            /** @description Collected by direct debit (RO, BE, FR, DE, PL) */
            directDebit?: components["schemas"]["DirectDebit"];
            /**
             * @description Terms in words
             * @example 30 days net
             */
            paymentTerms?: string;
            /**
             * Format: date
             * @description When payment is due, YYYY-MM-DD
             * @example 2026-04-30
             */
            dueDate?: string;
        };
        /**
         * Payee
         * @description Who gets the money, where that is not the supplier (RO, BE, FR, DE, IT)
         */
        Payee: {
            /**
             * @description Name
             * @example Factoring SA
             */
            name: string;
            /** @description Identifier (RO, BE, FR, DE) */
            identifier?: {
                /**
                 * @description The identifier
                 * @example 4035811991014
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0088
                 */
                scheme?: string;
            };
            /** @description Number in a register of companies (RO, BE, FR, DE) */
            legalRegistration?: {
                /**
                 * @description The identifier
                 * @example 732829320
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0002
                 */
                scheme?: string;
            };
        };
        /**
         * TaxRepresentative
         * @description The supplier's tax representative (RO, BE, FR, DE, IT, PL)
         */
        TaxRepresentative: {
            /**
             * @description Name
             * @example Fiscal SRL
             */
            name: string;
            /**
             * @description VAT number with country prefix
             * @example RO12345678
             */
            vatNumber: string;
            /** @description Postal address (RO, BE, FR, DE, PL) */
            address?: components["schemas"]["InvoiceAddress"];
        };
        /**
         * DeliveryParty
         * @description Where it was delivered (RO, BE, FR, DE, IT)
         */
        DeliveryParty: {
            /**
             * @description Name of who gets it (RO, BE, FR, DE)
             * @example Warehouse North
             */
            name?: string;
            /** @description Identifier of the place (RO, BE, FR, DE) */
            location?: {
                /**
                 * @description The identifier
                 * @example 4035811991021
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0088
                 */
                scheme?: string;
            };
            /** @description Postal address */
            address?: components["schemas"]["InvoiceAddress"];
        };
        /**
         * Allowance
         * @description An allowance or a charge of the whole invoice
         */
        Allowance: {
            /**
             * @description Amount without VAT; without it computed from the percentage; at most 10 decimal places
             * @example 25
             */
            amount?: number;
            /**
             * @description Percentage of the base; at most 10 decimal places
             * @example 10
             */
            percentage?: number;
            /**
             * @description What the percentage is of; without it the sum of the lines; at most 10 decimal places
             * @example 250
             */
            baseAmount?: number;
            /**
             * @description Why, in words
             * @example Volume discount
             */
            reason?: string;
            /**
             * @description Why, as a code: UNTDID 5189 (allowances) or 7161 (charges)
             * @example 95
             */
            reasonCode?: string;
            /**
             * @description VAT rate in percent; at most 10 decimal places
             * @example 21
             */
            vatRate: number;
            /**
             * @description As of a line
             * @example S
             * @enum {string}
             */
            vatCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            /**
             * @description As of a line
             * @example Export outside of the EU
             */
            exemptionReason?: string;
            /**
             * @description As of a line
             * @example VATEX-EU-G
             */
            exemptionReasonCode?: string;
        };
        /** VatBreakdown */
        VatBreakdown: {
            /**
             * @description VAT rate in percent; at most 10 decimal places
             * @example 21
             */
            vatRate: number;
            /**
             * @description As of a line
             * @example S
             * @enum {string}
             */
            vatCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            /**
             * @description What is taxed; at most 10 decimal places
             * @example 1505
             */
            taxableAmount?: number;
            /**
             * @description The VAT on it; at most 10 decimal places
             * @example 316.05
             */
            taxAmount?: number;
        };
        /**
         * Totals
         * @description Your own totals: the service computes all of them, and a difference is a finding (RO, BE, FR, DE, IT, PL)
         */
        Totals: {
            /**
             * @description Sum of the lines without VAT; at most 10 decimal places
             * @example 1505
             */
            lineNetAmount?: number;
            /**
             * @description Sum of the allowances of the invoice; at most 10 decimal places
             * @example 0
             */
            allowanceAmount?: number;
            /**
             * @description Sum of the charges of the invoice; at most 10 decimal places
             * @example 0
             */
            chargeAmount?: number;
            /**
             * @description Total without VAT; at most 10 decimal places
             * @example 1505
             */
            netAmount?: number;
            /**
             * @description Total VAT; at most 10 decimal places
             * @example 316.05
             */
            vatAmount?: number;
            /**
             * @description Total with VAT; at most 10 decimal places
             * @example 1821.05
             */
            grossAmount?: number;
            /**
             * @description What is left to pay; at most 10 decimal places
             * @example 1821.05
             */
            dueAmount?: number;
            /** @description By category and rate */
            vatBreakdown?: components["schemas"]["VatBreakdown"][];
        };
        /** Attachment */
        Attachment: {
            /**
             * Format: filename
             * @description File name with extension
             * @example order.pdf
             */
            filename: string;
            /**
             * Format: base64
             * @description The file in Base64 (RFC 4648, section 4)
             * @example JVBERi0xLjcK
             */
            content: string;
            /**
             * Format: media-type
             * @description Media type
             * @example application/pdf
             */
            mimeType: string;
            /**
             * @description Its number or name; without it `filename` (RO, BE, FR, DE)
             * @example timesheet-03
             */
            reference?: string;
            /**
             * @description What it is (RO, BE, FR, DE, IT)
             * @example Time sheet, March
             */
            description?: string;
        };
        /**
         * SupportingDocument
         * @description A document that is not attached; `attachments` takes files
         */
        SupportingDocument: {
            /**
             * @description Number or name of the document
             * @example timesheet-03
             */
            reference: string;
            /**
             * @description What it is
             * @example Time sheet, March
             */
            description?: string;
            /**
             * @description Its address
             * @example https://example.com/t/03.pdf
             */
            location?: string;
        };
        /**
         * PrecedingInvoice
         * @description The invoice that a credit or debit note corrects: give `number`, or `id`
         */
        PrecedingInvoice: {
            /**
             * @description Its number
             * @example RE-2026-001
             */
            number?: string;
            /**
             * Format: date
             * @description Its issue date, YYYY-MM-DD
             * @example 2026-02-28
             */
            issueDate?: string;
            /**
             * @description Instead of `number`: its id, when this service sent it for the same account
             * @example inv_2WnKc7yTq4XbR9vLz0HdSm
             */
            id?: string;
            /**
             * @description The number that KSeF gave it (PL)
             * @example 5265877635-20250626-010080DD2B5E-26
             */
            ksefNumber?: string;
        };
        /** FurtherPrecedingInvoice */
        FurtherPrecedingInvoice: {
            /**
             * @description Its number
             * @example RE-2026-001
             */
            number: string;
            /**
             * Format: date
             * @description Its issue date, YYYY-MM-DD
             * @example 2026-02-28
             */
            issueDate?: string;
            /**
             * @description The number that KSeF gave it (PL)
             * @example 5265877635-20250626-010080DD2B5E-26
             */
            ksefNumber?: string;
        };
        /**
         * References
         * @description What the invoice refers to (RO, BE, FR, DE, IT, PL)
         */
        References: {
            /**
             * @description The seller's own number of the order (RO, BE, FR, DE, PL)
             * @example SO-2026-9
             */
            salesOrder?: string;
            /**
             * @description Receiving advice
             * @example RA-118
             */
            receivingAdvice?: string;
            /**
             * @description Despatch advice (RO, BE, FR, DE, PL)
             * @example DA-118
             */
            despatchAdvice?: string;
            /** @description What the invoice is about: a meter, a subscription (RO, BE, FR, DE, PL) */
            invoicedObject?: {
                /**
                 * @description The identifier
                 * @example DE0001
                 */
                id: string;
                /**
                 * @description Its scheme, UNTDID 1153
                 * @example AVE
                 */
                scheme?: string;
            };
            /**
             * @description Where the buyer's accountants book it (RO, BE, FR, DE, PL)
             * @example 4711-03
             */
            buyerAccounting?: string;
        };
        /**
         * Withholding
         * @description A tax that the customer withholds
         */
        Withholding: {
            /**
             * @description TipoRitenuta, RT01 to RT06
             * @example RT01
             */
            type: string;
            /**
             * @description Percent; at most 10 decimal places
             * @example 20
             */
            rate: number;
            /**
             * @description EUR; without it the rate of what is withheld from: lines and funds with `withholding`; at most 10 decimal places
             * @example 200
             */
            amount?: number;
            /**
             * @description CausalePagamento, as in the certificate CU
             * @example A
             */
            reason: string;
        };
        /**
         * SocialFund
         * @description A contribution to the supplier's social security fund
         */
        SocialFund: {
            /**
             * @description TipoCassa, TC01 to TC22
             * @example TC01
             */
            type: string;
            /**
             * @description Percent; at most 10 decimal places
             * @example 4
             */
            rate: number;
            /**
             * @description What it is computed from; without it the sum of the lines; at most 10 decimal places
             * @example 1000
             */
            base?: number;
            /**
             * @description VAT rate on the contribution, percent; at most 10 decimal places
             * @example 22
             */
            vatRate: number;
            /**
             * @description As of a line
             * @example S
             * @enum {string}
             */
            vatCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            /**
             * @description As of a line
             * @example N4
             */
            exemptionReasonCode?: string;
            /** @description Whether tax is withheld from it */
            withholding?: boolean;
        };
        /** DeliveryNote */
        DeliveryNote: {
            /**
             * @description Its number
             * @example DDT-118
             */
            number: string;
            /**
             * Format: date
             * @description Its date, YYYY-MM-DD
             * @example 2026-03-12
             */
            issueDate: string;
            /** @description The lines that it is about, from 0; without it all */
            lines?: number[];
        };
        /** ThirdParty */
        ThirdParty: {
            /**
             * @description What it has to do with the invoice
             * @example recipient
             * @enum {string}
             */
            role: "factor" | "recipient" | "original_entity" | "additional_buyer" | "issuer" | "payer" | "local_government_issuer" | "local_government_recipient" | "vat_group_issuer" | "vat_group_recipient" | "employee";
            /**
             * @description Name
             * @example Szkoła Podstawowa nr 1
             */
            name: string;
            /**
             * @description VAT number with country prefix
             * @example PL5260250274
             */
            vatNumber?: string;
            /**
             * @description Other number that identifies it
             * @example 85010112345
             */
            nationalId?: string;
            /** @description Postal address */
            address?: components["schemas"]["Address"];
            /**
             * Format: email
             * @description Contact email
             */
            email?: string;
            /** @description Contact phone */
            phone?: string;
            /**
             * @description Share of an additional buyer, percent; at most 10 decimal places
             * @example 50
             */
            share?: number;
        };
        /**
         * ThirdPartyPayment
         * @description An amount that is collected for somebody else (BG-DEX-09)
         */
        ThirdPartyPayment: {
            /**
             * @description What it is for
             * @example Disposal deposit
             */
            type: string;
            /**
             * @description Amount, which is added to what is due; at most 10 decimal places
             * @example 12.5
             */
            amount: number;
            /**
             * @description Whom it is collected for
             * @example Return system of the state
             */
            description: string;
        };
        /**
         * GermanInvoice
         * @description The extension of XRechnung (DE)
         */
        GermanInvoice: {
            /** @description Amounts collected for others; an invoice in UBL has a place for them, a credit note has none */
            thirdPartyPayments?: components["schemas"]["ThirdPartyPayment"][];
        };
        /** FrenchParty */
        FrenchParty: {
            /**
             * @description Legal name
             * @example Agence Lumière SARL
             */
            name: string;
            /**
             * @description Role, UNTDID 3035
             * @example II
             */
            roleCode?: string;
            /**
             * @description Name under which it trades
             * @example Lumière
             */
            tradingName?: string;
            /** @description Identifiers */
            identifiers?: {
                /**
                 * @description The identifier
                 * @example 73282932000074
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0009
                 */
                scheme?: string;
            }[];
            /** @description Number in a register of companies */
            legalRegistration?: {
                /**
                 * @description The identifier
                 * @example 732829320
                 */
                id: string;
                /**
                 * @description Its scheme, ISO 6523
                 * @example 0002
                 */
                scheme?: string;
            };
            /**
             * @description VAT number with country prefix
             * @example FR44732829320
             */
            vatNumber?: string;
            /** @description Where it receives invoices */
            electronicAddress?: {
                /**
                 * @description The identifier
                 * @example 732829320
                 */
                id: string;
                /**
                 * @description Its scheme, EAS
                 * @example 0225
                 */
                scheme?: string;
            };
            /** @description Postal address */
            address?: components["schemas"]["InvoiceAddress"];
            /**
             * @description Person or department to turn to
             * @example Comptabilité
             */
            contactName?: string;
            /**
             * @description Contact phone
             * @example +33 1 55 01 72 00
             */
            phone?: string;
            /**
             * Format: email
             * @description Contact email
             * @example office@example.com
             */
            email?: string;
        };
        /**
         * FrenchInvoice
         * @description EXTENDED-CTC-FR: parties beside supplier and customer (FR)
         */
        FrenchInvoice: {
            /** @description Who acts for the customer */
            buyerAgent?: components["schemas"]["FrenchParty"];
            /** @description Who pays, where that is not the customer */
            payer?: components["schemas"]["FrenchParty"];
            /** @description Who acts for the supplier */
            salesAgent?: components["schemas"]["FrenchParty"];
            /** @description To whom the invoice is addressed, where that is not the customer */
            invoicee?: components["schemas"]["FrenchParty"];
            /** @description Who makes the invoice for the supplier */
            invoicer?: components["schemas"]["FrenchParty"];
        };
        /** CreateInvoice */
        CreateInvoice: {
            /**
             * @description The country whose government receives the invoice
             * @example RO
             * @enum {string}
             */
            country: "RO" | "IT" | "BE" | "PL" | "FR" | "DE";
            /**
             * @description Kind of document
             * @default invoice
             * @example invoice
             * @enum {string}
             */
            invoiceType?: "invoice" | "credit_note" | "debit_note";
            /**
             * @description Kind of document as a code of UNTDID 1001, where `invoiceType` is not enough: 384 corrected, 386 prepayment, 389 self-billed … (RO, BE, FR, DE)
             * @example 389
             */
            typeCode?: string;
            /**
             * @description Format of the document; without it the country's first (RO: ubl; IT: fatturapa; BE: ubl; PL: fa3; FR: ubl, cii, factur-x; DE: ubl, cii, factur-x). factur-x is cii, which GET /v1/invoices/{id}/documents/factur-x hands out inside a PDF
             * @example ubl
             * @enum {string}
             */
            format?: "ubl" | "cii" | "fatturapa" | "fa3" | "factur-x";
            /**
             * @description The company whose connection submits the invoice. Without it: the active company of that country that has the VAT number of the supplier, else the oldest active company that is connected to that country
             * @example comp_7QxGk2sVb9LnT0wRc4ZmYe
             */
            companyId?: string;
            /**
             * @description Your own reference
             * @example order-4711
             */
            externalId?: string;
            /**
             * @description Invoice number; without it `externalId`, else one is made
             * @example RE-2026-002
             */
            number?: string;
            /** @description Who sells */
            supplier: components["schemas"]["Supplier"];
            /** @description Who buys */
            customer: components["schemas"]["Customer"];
            /** @description What is invoiced */
            lines: components["schemas"]["InvoiceLine"][];
            /**
             * Format: currency-code
             * @description ISO 4217
             * @default EUR
             * @example RON
             */
            currency?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD; default: today in the country's time zone
             * @example 2026-03-31
             */
            issueDate?: string;
            /**
             * Format: date
             * @description When payment is due, YYYY-MM-DD
             * @example 2026-04-30
             */
            dueDate?: string;
            /**
             * Format: currency-code
             * @description Currency in which the VAT is accounted for, where that is not the country's own; `exchangeRate` is into it (RO, BE, FR, DE)
             * @example RON
             */
            vatAccountingCurrency?: string;
            /**
             * Format: date
             * @description When the VAT becomes due, YYYY-MM-DD (RO, BE, FR, DE)
             * @example 2026-03-31
             */
            taxPointDate?: string;
            /**
             * @description The same as a code of UNTDID 2005: 3 issue, 35 delivery, 432 payment (RO, BE, FR, DE)
             * @example 35
             */
            taxPointDateCode?: string;
            /**
             * @description Business process; without it the country's usual one (RO, BE, FR, DE)
             * @example S1
             */
            businessProcess?: string;
            /**
             * @description Free text that goes into the invoice
             * @example Thank you
             */
            note?: string;
            /** @description Further notes, with a subject if need be (RO, BE, FR, DE, IT, PL) */
            notes?: components["schemas"]["Note"][];
            /** @description How to pay */
            paymentMeans?: components["schemas"]["PaymentMeans"];
            /** @description Who gets the money, where that is not the supplier (RO, BE, FR, DE, IT) */
            payee?: components["schemas"]["Payee"];
            /** @description The supplier's tax representative (RO, BE, FR, DE, IT, PL) */
            taxRepresentative?: components["schemas"]["TaxRepresentative"];
            /** @description Where it was delivered (RO, BE, FR, DE, IT) */
            delivery?: components["schemas"]["DeliveryParty"];
            /** @description When the invoice is about, as a whole (RO, BE, FR, DE, PL) */
            period?: {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-03-01
                 */
                start?: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-03-31
                 */
                end?: string;
            };
            /** @description Allowances of the invoice (RO, BE, FR, DE, IT, PL) */
            allowances?: components["schemas"]["Allowance"][];
            /** @description Charges of the invoice (RO, BE, FR, DE, IT, PL) */
            charges?: components["schemas"]["Allowance"][];
            /**
             * @description What is paid already; at most 10 decimal places (RO, BE, FR, DE, PL)
             * @example 500
             */
            prepaidAmount?: number;
            /**
             * @description What is added to round what is due; at most 10 decimal places (RO, BE, FR, DE, IT, PL)
             * @example 0.05
             */
            roundingAmount?: number;
            /** @description Your own totals: the service computes all of them, and a difference is a finding (RO, BE, FR, DE, IT, PL) */
            totals?: components["schemas"]["Totals"];
            /** @description Files that go with the invoice */
            attachments?: components["schemas"]["Attachment"][];
            /** @description Documents by their addresses (RO, BE, FR, DE) */
            supportingDocuments?: components["schemas"]["SupportingDocument"][];
            /** @description The invoice that a credit or debit note corrects: give `number`, or `id` */
            precedingInvoice?: components["schemas"]["PrecedingInvoice"];
            /** @description Further invoices that this one is about (RO, BE, FR, DE, IT, PL) */
            precedingInvoices?: components["schemas"]["FurtherPrecedingInvoice"][];
            /**
             * Format: date
             * @description When it was delivered, YYYY-MM-DD
             * @example 2026-03-30
             */
            deliveryDate?: string;
            /**
             * @description The buyer's reference
             * @example 04011000-12345-03
             */
            buyerReference?: string;
            /**
             * @description The buyer's order number
             * @example PO-2026-17
             */
            orderReference?: string;
            /**
             * @description Contract number
             * @example C-118
             */
            contractReference?: string;
            /** @description What the invoice refers to (RO, BE, FR, DE, IT, PL) */
            references?: components["schemas"]["References"];
            /**
             * @description Units of the country's own currency for one unit of `currency`; needed when VAT is charged in another currency; at most 10 decimal places
             * @example 4.9764
             */
            exchangeRate?: number;
            /**
             * @description Project; in Italy the CUP (RO, BE, FR, DE, IT, PL)
             * @example J51B21001230006
             */
            projectReference?: string;
            /**
             * @description Tender; in Italy the CIG (RO, BE, FR, DE, IT, PL)
             * @example 8712345678
             */
            tenderReference?: string;
            /**
             * @description When VAT is due: `immediate`; `cash`, when the customer pays; `split_payment`, the customer pays it apart (IT, PL)
             * @default immediate
             * @example split_payment
             * @enum {string}
             */
            vatCollection?: "immediate" | "cash" | "split_payment";
            /**
             * @description TipoDocumento where `invoiceType` does not tell it: TD24 deferred invoice, TD06 fee note … (IT)
             * @example TD24
             */
            documentType?: string;
            /** @description Ritenute (IT) */
            withholdings?: components["schemas"]["Withholding"][];
            /** @description Casse previdenziali (IT) */
            socialFunds?: components["schemas"]["SocialFund"][];
            /**
             * @description Stamp duty (bollo virtuale) that the supplier pays, EUR; charge it on as a line; at most 10 decimal places (IT)
             * @example 2
             */
            stampDuty?: number;
            /** @description Delivery notes (DDT) (IT) */
            deliveryNotes?: components["schemas"]["DeliveryNote"][];
            /** @description Further parties (Podmiot3) (PL) */
            thirdParties?: components["schemas"]["ThirdParty"][];
            /** @description The extension of XRechnung (DE) */
            de?: components["schemas"]["GermanInvoice"];
            /** @description EXTENDED-CTC-FR: parties beside supplier and customer (FR) */
            fr?: components["schemas"]["FrenchInvoice"];
        };
        /**
         * BatchLine
         * @description The body of POST /v1/invoices, with an idempotency key beside it
         */
        BatchLine: {
            /**
             * @description What the header `X-Idempotency-Key` is to a single invoice; the same key here and there is the same invoice. Without it: the key of the batch, if it has one in its header, with `/` and the number of the line; else every line is a new invoice
             * @example order-4711
             */
            idempotencyKey?: string;
            /**
             * @description The country whose government receives the invoice
             * @example RO
             * @enum {string}
             */
            country: "RO" | "IT" | "BE" | "PL" | "FR" | "DE";
            /**
             * @description Kind of document
             * @default invoice
             * @example invoice
             * @enum {string}
             */
            invoiceType?: "invoice" | "credit_note" | "debit_note";
            /**
             * @description Kind of document as a code of UNTDID 1001, where `invoiceType` is not enough: 384 corrected, 386 prepayment, 389 self-billed … (RO, BE, FR, DE)
             * @example 389
             */
            typeCode?: string;
            /**
             * @description Format of the document; without it the country's first (RO: ubl; IT: fatturapa; BE: ubl; PL: fa3; FR: ubl, cii, factur-x; DE: ubl, cii, factur-x). factur-x is cii, which GET /v1/invoices/{id}/documents/factur-x hands out inside a PDF
             * @example ubl
             * @enum {string}
             */
            format?: "ubl" | "cii" | "fatturapa" | "fa3" | "factur-x";
            /**
             * @description The company whose connection submits the invoice. Without it: the active company of that country that has the VAT number of the supplier, else the oldest active company that is connected to that country
             * @example comp_7QxGk2sVb9LnT0wRc4ZmYe
             */
            companyId?: string;
            /**
             * @description Your own reference
             * @example order-4711
             */
            externalId?: string;
            /**
             * @description Invoice number; without it `externalId`, else one is made
             * @example RE-2026-002
             */
            number?: string;
            /** @description Who sells */
            supplier: components["schemas"]["Supplier"];
            /** @description Who buys */
            customer: components["schemas"]["Customer"];
            /** @description What is invoiced */
            lines: components["schemas"]["InvoiceLine"][];
            /**
             * Format: currency-code
             * @description ISO 4217
             * @default EUR
             * @example RON
             */
            currency?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD; default: today in the country's time zone
             * @example 2026-03-31
             */
            issueDate?: string;
            /**
             * Format: date
             * @description When payment is due, YYYY-MM-DD
             * @example 2026-04-30
             */
            dueDate?: string;
            /**
             * Format: currency-code
             * @description Currency in which the VAT is accounted for, where that is not the country's own; `exchangeRate` is into it (RO, BE, FR, DE)
             * @example RON
             */
            vatAccountingCurrency?: string;
            /**
             * Format: date
             * @description When the VAT becomes due, YYYY-MM-DD (RO, BE, FR, DE)
             * @example 2026-03-31
             */
            taxPointDate?: string;
            /**
             * @description The same as a code of UNTDID 2005: 3 issue, 35 delivery, 432 payment (RO, BE, FR, DE)
             * @example 35
             */
            taxPointDateCode?: string;
            /**
             * @description Business process; without it the country's usual one (RO, BE, FR, DE)
             * @example S1
             */
            businessProcess?: string;
            /**
             * @description Free text that goes into the invoice
             * @example Thank you
             */
            note?: string;
            /** @description Further notes, with a subject if need be (RO, BE, FR, DE, IT, PL) */
            notes?: components["schemas"]["Note"][];
            /** @description How to pay */
            paymentMeans?: components["schemas"]["PaymentMeans"];
            /** @description Who gets the money, where that is not the supplier (RO, BE, FR, DE, IT) */
            payee?: components["schemas"]["Payee"];
            /** @description The supplier's tax representative (RO, BE, FR, DE, IT, PL) */
            taxRepresentative?: components["schemas"]["TaxRepresentative"];
            /** @description Where it was delivered (RO, BE, FR, DE, IT) */
            delivery?: components["schemas"]["DeliveryParty"];
            /** @description When the invoice is about, as a whole (RO, BE, FR, DE, PL) */
            period?: {
                /**
                 * Format: date
                 * @description First day
                 * @example 2026-03-01
                 */
                start?: string;
                /**
                 * Format: date
                 * @description Last day
                 * @example 2026-03-31
                 */
                end?: string;
            };
            /** @description Allowances of the invoice (RO, BE, FR, DE, IT, PL) */
            allowances?: components["schemas"]["Allowance"][];
            /** @description Charges of the invoice (RO, BE, FR, DE, IT, PL) */
            charges?: components["schemas"]["Allowance"][];
            /**
             * @description What is paid already; at most 10 decimal places (RO, BE, FR, DE, PL)
             * @example 500
             */
            prepaidAmount?: number;
            /**
             * @description What is added to round what is due; at most 10 decimal places (RO, BE, FR, DE, IT, PL)
             * @example 0.05
             */
            roundingAmount?: number;
            /** @description Your own totals: the service computes all of them, and a difference is a finding (RO, BE, FR, DE, IT, PL) */
            totals?: components["schemas"]["Totals"];
            /** @description Files that go with the invoice */
            attachments?: components["schemas"]["Attachment"][];
            /** @description Documents by their addresses (RO, BE, FR, DE) */
            supportingDocuments?: components["schemas"]["SupportingDocument"][];
            /** @description The invoice that a credit or debit note corrects: give `number`, or `id` */
            precedingInvoice?: components["schemas"]["PrecedingInvoice"];
            /** @description Further invoices that this one is about (RO, BE, FR, DE, IT, PL) */
            precedingInvoices?: components["schemas"]["FurtherPrecedingInvoice"][];
            /**
             * Format: date
             * @description When it was delivered, YYYY-MM-DD
             * @example 2026-03-30
             */
            deliveryDate?: string;
            /**
             * @description The buyer's reference
             * @example 04011000-12345-03
             */
            buyerReference?: string;
            /**
             * @description The buyer's order number
             * @example PO-2026-17
             */
            orderReference?: string;
            /**
             * @description Contract number
             * @example C-118
             */
            contractReference?: string;
            /** @description What the invoice refers to (RO, BE, FR, DE, IT, PL) */
            references?: components["schemas"]["References"];
            /**
             * @description Units of the country's own currency for one unit of `currency`; needed when VAT is charged in another currency; at most 10 decimal places
             * @example 4.9764
             */
            exchangeRate?: number;
            /**
             * @description Project; in Italy the CUP (RO, BE, FR, DE, IT, PL)
             * @example J51B21001230006
             */
            projectReference?: string;
            /**
             * @description Tender; in Italy the CIG (RO, BE, FR, DE, IT, PL)
             * @example 8712345678
             */
            tenderReference?: string;
            /**
             * @description When VAT is due: `immediate`; `cash`, when the customer pays; `split_payment`, the customer pays it apart (IT, PL)
             * @default immediate
             * @example split_payment
             * @enum {string}
             */
            vatCollection?: "immediate" | "cash" | "split_payment";
            /**
             * @description TipoDocumento where `invoiceType` does not tell it: TD24 deferred invoice, TD06 fee note … (IT)
             * @example TD24
             */
            documentType?: string;
            /** @description Ritenute (IT) */
            withholdings?: components["schemas"]["Withholding"][];
            /** @description Casse previdenziali (IT) */
            socialFunds?: components["schemas"]["SocialFund"][];
            /**
             * @description Stamp duty (bollo virtuale) that the supplier pays, EUR; charge it on as a line; at most 10 decimal places (IT)
             * @example 2
             */
            stampDuty?: number;
            /** @description Delivery notes (DDT) (IT) */
            deliveryNotes?: components["schemas"]["DeliveryNote"][];
            /** @description Further parties (Podmiot3) (PL) */
            thirdParties?: components["schemas"]["ThirdParty"][];
            /** @description The extension of XRechnung (DE) */
            de?: components["schemas"]["GermanInvoice"];
            /** @description EXTENDED-CTC-FR: parties beside supplier and customer (FR) */
            fr?: components["schemas"]["FrenchInvoice"];
        };
        /** BatchResult */
        BatchResult: {
            /**
             * @description The line, from 1; blank ones are counted
             * @example 1
             */
            line: number;
            /**
             * @description The status that POST /v1/invoices answers
             * @example 201
             */
            status: number;
            /**
             * @description The invoice existed already under this idempotency key
             * @enum {boolean}
             */
            replayed?: true;
            data?: components["schemas"]["Invoice"];
            error?: {
                /**
                 * @description Machine-readable category
                 * @example validation_error
                 * @enum {string}
                 */
                type: "validation_error" | "authentication_error" | "forbidden_error" | "usage_limit_exceeded" | "limit_exceeded" | "not_found" | "conflict_error" | "rate_limit_error" | "server_error";
                /**
                 * @description What went wrong, for people
                 * @example lines[0].unitPrice is required
                 */
                message: string;
                /** @description Every field that is wrong; only with type `validation_error` */
                details?: components["schemas"]["ErrorDetail"][];
                /**
                 * @description Tell it to support
                 * @example req_3zT1vYb0mWQk5N8xHc2RfA
                 */
                requestId: string;
                /** @description The month's limit; only with type `usage_limit_exceeded` */
                limit?: number;
                /** @description What is left of it; only with type `usage_limit_exceeded` */
                remaining?: number;
            };
            /** @description The same as `error.limit` */
            limit?: number;
            /** @description The same as `error.remaining` */
            remaining?: number;
        };
        /** Finding */
        Finding: {
            /**
             * @description Rule code
             * @example BR-RO-030
             */
            rule: string;
            /**
             * @description Whether it makes the invoice fail
             * @example fatal
             * @enum {string}
             */
            severity: "fatal" | "warning";
            /**
             * @description The field, in the terms of the request; the element, of a document in XML
             * @example lines[0].vatRate
             */
            path: string;
            /**
             * @description Business term or group of EN 16931; empty where the rule speaks of none
             * @example BT-152
             */
            term: string;
            /** @description What is wrong */
            message: string;
            /** @description What to do about it; of a document in XML with the place of the term */
            fix: string;
            /**
             * @description The page of the rule: why it is there, what to do, an example
             * @example https://api.example.com/docs/rules/BR-RO-030
             */
            docs?: string;
            /**
             * @description Line on which the element begins; of a document in XML only
             * @example 17
             */
            line?: number;
        };
        /**
         * ValidationResult
         * @description The verdict; nothing was stored or counted
         */
        ValidationResult: {
            /**
             * @description The profile that it was judged by; null where a document in XML could not be read
             * @example ro
             * @enum {string|null}
             */
            profile: "en" | "ro" | "it" | "be" | "be-sb" | "pl" | "fr" | "de" | null;
            /** @description Whether the invoice would pass */
            valid: boolean;
            /**
             * @description What makes it fail, each `<rule code>: <message>`; empty when valid. Of more than 1,000 findings the last entry is `CW-MORE-FINDINGS` and says how many are not listed
             * @example [
             *       "BR-16: The invoice has no line"
             *     ]
             */
            errors: string[];
            /** @description The same of what does not make it fail */
            warnings: string[];
            /**
             * @description How many findings there are in all; `details` has 1,000 of them at most
             * @example 1
             */
            findingsTotal: number;
            /** @description The findings in full: 1,000 at most, fatal ones before warnings */
            details: components["schemas"]["Finding"][];
        };
        /** Loss */
        Loss: {
            /**
             * @description Where it stands in what was sent: the field of the JSON, or the XPath of the element; empty: in the invoice as a whole
             * @example /ubl:Invoice/cbc:UBLVersionID
             */
            path: string;
            /**
             * @description Line on which the element begins; of a document in XML
             * @example 5
             */
            line?: number;
            /**
             * @description Business term or group of EN 16931; empty where it has none for it
             * @example BT-11
             */
            term: string;
            /** @description What is lost */
            message: string;
        };
        /** Conversion */
        Conversion: {
            /**
             * @description Its format
             * @example cii
             * @enum {string}
             */
            format: "json" | "ubl" | "cii" | "fatturapa" | "fa3";
            /**
             * @description Its media type
             * @enum {string}
             */
            mediaType: "application/json" | "application/xml";
            /** @description The document, as text */
            document: string;
            /** @description What the result no longer says: 1,000 at most */
            losses: components["schemas"]["Loss"][];
            /**
             * @description How many there are; `losses` has 1,000 of them at most
             * @example 0
             */
            lossesTotal: number;
            /** @description With `validate=true`: whether the result passes */
            valid?: boolean;
            /**
             * @description With `validate=true`: by which profile it was judged
             * @example en
             * @enum {string|null}
             */
            profile?: "en" | "ro" | "it" | "be" | "be-sb" | "pl" | "fr" | "de" | null;
            /**
             * @description With `validate=true`: How many findings there are in all; `details` has 1,000 of them at most
             * @example 1
             */
            findingsTotal?: number;
            /** @description With `validate=true`: The findings in full: 1,000 at most, fatal ones before warnings */
            details?: components["schemas"]["Finding"][];
        };
        /** InvoiceEvent */
        InvoiceEvent: {
            /**
             * @description Identifier
             * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
             */
            id: string;
            /**
             * @description What happened
             * @example invoice.validated
             * @enum {string}
             */
            event: "invoice.created" | "invoice.validated" | "invoice.submitted" | "invoice.accepted" | "invoice.rejected" | "invoice.error" | "invoice.response";
            /**
             * @description Status after the event
             * @example validated
             * @enum {string}
             */
            status: "created" | "validated" | "converting" | "submitting" | "submitted" | "accepted" | "rejected" | "error";
            /**
             * @description Details of this kind of event
             * @example {
             *       "rulesChecked": 212,
             *       "format": "UBL 2.1 CIUS-RO"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
        };
        /** BuyerResponse */
        BuyerResponse: {
            /**
             * @description Identifier of the event
             * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was said
             * @example 2026-03-31T09:30:00.000Z
             */
            at: string;
            /**
             * @description In the words of the government or network: `205` in France, `AP` in Peppol, `EC02` in Italy
             * @example AP
             */
            code: string;
            /**
             * @description What the code means
             * @example Accepted by the buyer
             */
            label: string;
            /**
             * @description Why, in the sender's own words; null: none given
             * @example null
             */
            reason: string | null;
            /**
             * @description The message itself: the `kind` under which `GET /v1/invoices/{id}/documents/{kind}` has it
             * @example response-1
             */
            document: string;
            /**
             * Format: date-time
             * @description When the service noted it
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
        };
        /** Document */
        Document: {
            /**
             * @description `xml` as sent, `receipt` or `rejection` from the government, `findings` (JSON: all findings of an invoice in `error`, where its texts show only the first of them), `response-1` and so on (messages of the buyer), `attachment-1` and so on, `pdf` for people, `factur-x`
             * @example xml
             */
            kind: string;
            /**
             * @description Name of the attached file; null for other kinds
             * @example null
             */
            filename: string | null;
            /**
             * @description Media type
             * @example application/xml
             */
            mediaType: string;
            /**
             * @description Bytes; null of what is made when it is asked for, `pdf` and `factur-x`
             * @example 8123
             */
            size: number | null;
            /** @description SHA-256 of the bytes, hexadecimal; null where the size is */
            sha256: string | null;
        };
        /** Seal */
        Seal: {
            /**
             * @description From 1, without gaps
             * @example 4711
             */
            sequence: number;
            /**
             * @description Events that are sealed, from the very first one on
             * @example 81234
             */
            size: number;
            /**
             * @description Root of the Merkle tree (RFC 9162) over the hashes of these events; SHA-256, hexadecimal
             * @example 9b74c9897bac770f…
             */
            root: string;
            /**
             * @description Position of the first of them in the event store
             * @example 1
             */
            firstPosition: string;
            /**
             * @description Position of the last of them
             * @example 190218
             */
            lastPosition: string;
            /**
             * @description Invoices, companies and so on that they belong to
             * @example 20311
             */
            streams: number;
            /** @description SHA-256 of the seal before this one, hexadecimal, over its canonical JSON (RFC 8785); null: the first */
            previousSeal: string | null;
            /** @description Id of the key that signed the seal before; null: the first */
            previousKeyId: string | null;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-03-31T09:30:00.000Z
             */
            sealedAt: string;
            /**
             * @description How it is signed
             * @example Ed25519
             * @enum {string}
             */
            algorithm: "Ed25519";
            /**
             * @description The first 16 hexadecimal digits of the SHA-256 of the public key (SPKI, DER)
             * @example 3f1c2a90b7d4e856
             */
            keyId: string;
            /** @description The public key, PEM. Compare it with the one that the operator has given you elsewhere */
            publicKey: string;
            /** @description Base64; over the canonical JSON (RFC 8785) of all other fields of the seal */
            signature: string;
        };
        /** SealTimeStamp */
        SealTimeStamp: {
            /**
             * @description The seal that it is for
             * @example 4711
             */
            sequence: number;
            /**
             * @description What the authority has stamped: the hash of what the seal's signature is over; SHA-256, hexadecimal
             * @example 9b74c9897bac770f…
             */
            imprint: string;
            /**
             * @description Address of the authority
             * @example https://tsa.example.com
             */
            authority: string;
            /**
             * Format: date-time
             * @description When, by the authority's clock
             * @example 2026-03-31T09:30:00.000Z
             */
            time: string;
            /** @description The token of RFC 3161 (CMS, DER), Base64 */
            token: string;
        };
        /** ProvenEvent */
        ProvenEvent: {
            /**
             * @description Place among the invoice's events, from 0
             * @example 0
             */
            revision: number;
            /**
             * @description What happened, as it is recorded
             * @example InvoiceCreated
             */
            type: string;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-03-31T09:30:00.000Z
             */
            occurredAt: string;
            /**
             * @description `hash` of the event before it; 64 zeros for the first one
             * @example 0000000000000000000000000000000000000000000000000000000000000000
             */
            prevHash: string;
            /**
             * @description Over `prevHash`, as text, and `content` behind it; SHA-256, hexadecimal
             * @example 9b74c9897bac770f…
             */
            hash: string;
            /** @description All that is recorded of the event, as canonical JSON (RFC 8785), byte for byte what the hash is over */
            content: string;
            /** @description Whether the seal covers it */
            sealed: boolean;
            /**
             * @description Place among the seal's events, from 0; null: not sealed
             * @example 81200
             */
            leafIndex: number | null;
            /** @description Inclusion proof (RFC 9162, 2.1.3) of the leaf, the event's hash in bytes, from the leaf upwards; null: not sealed */
            path: string[] | null;
        };
        /** InvoiceProof */
        InvoiceProof: {
            /**
             * @description The invoice
             * @example inv_2WnKc7yTq4XbR9vLz0HdSm
             */
            invoiceId: string;
            /**
             * @description Under which its events are kept
             * @example liveInvoice-inv_2WnKc7yTq4XbR9vLz0HdSm
             */
            stream: string;
            /** @description Whether all its events are sealed */
            sealed: boolean;
            /** @description Why not; null: they are */
            reason: string | null;
            /**
             * Format: date-time
             * @description When those that are not will be; null: all are, or it is not known
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            nextSealAt: string | null;
            /** @description The newest seal, which covers every sealed event; null: none is sealed */
            seal: components["schemas"]["Seal"] | null;
            /** @description A time-stamping authority's word on when the seal was there; null: none, or not yet */
            timeStamp: components["schemas"]["SealTimeStamp"] | null;
            /** @description All of the invoice's events, oldest first */
            events: components["schemas"]["ProvenEvent"][];
        };
        /** Event */
        Event: {
            /**
             * @description Identifier; the same in the timeline and in deliveries
             * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
             */
            id: string;
            /**
             * @description Its kind
             * @example invoice.accepted
             * @enum {string}
             */
            type: "invoice.created" | "invoice.validated" | "invoice.submitted" | "invoice.accepted" | "invoice.rejected" | "invoice.error" | "invoice.response" | "connection.active" | "connection.expired";
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description The invoice or connection as it was right after the event; the same as in the webhook of this kind, where its fields are described */
            data: {
                [key: string]: unknown;
            };
        };
        /** ConfigureWebhook */
        ConfigureWebhook: {
            /**
             * @description Where events are sent: a public https address without user name and password. On your own machine, where there is none, `clearway listen` forwards events
             * @example https://example.com/webhooks/clearway
             */
            url: string;
            /**
             * @description The kinds to send; leave it out for all but `invoice.response`, which must be named
             * @example [
             *       "invoice.accepted",
             *       "invoice.rejected",
             *       "invoice.error"
             *     ]
             */
            events?: ("invoice.created" | "invoice.validated" | "invoice.submitted" | "invoice.accepted" | "invoice.rejected" | "invoice.error" | "invoice.response" | "connection.active" | "connection.expired")[];
        };
        /** ConfiguredWebhook */
        ConfiguredWebhook: {
            /**
             * @description Where events are sent
             * @example https://example.com/webhooks/clearway
             */
            url: string;
            /**
             * @description Signs every delivery. It is shown this once and never again
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4fVYbLQpGN8=
             */
            secret: string;
            /**
             * @description The kinds that are sent; null: all but `invoice.response`
             * @example [
             *       "invoice.accepted",
             *       "invoice.rejected",
             *       "invoice.error"
             *     ]
             */
            events: ("invoice.created" | "invoice.validated" | "invoice.submitted" | "invoice.accepted" | "invoice.rejected" | "invoice.error" | "invoice.response" | "connection.active" | "connection.expired")[] | null;
        };
        /** Webhook */
        Webhook: {
            /**
             * @description Where events are sent
             * @example https://example.com/webhooks/clearway
             */
            url: string | null;
            /**
             * @description Masked
             * @example wh_***
             */
            secret: string | null;
            /**
             * @description The kinds that are sent; null: all but `invoice.response`
             * @example [
             *       "invoice.accepted",
             *       "invoice.rejected",
             *       "invoice.error"
             *     ]
             */
            events: ("invoice.created" | "invoice.validated" | "invoice.submitted" | "invoice.accepted" | "invoice.rejected" | "invoice.error" | "invoice.response" | "connection.active" | "connection.expired")[] | null;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs as well; null: one secret signs
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            previousSecretExpiresAt: string | null;
            /**
             * @description What is wrong with the receiver, since when, and how many deliveries wait, as soon as the retries of one are used up or none has succeeded for five days; null: nothing
             * @example null
             */
            lastErrorMessage: string | null;
        };
        /** RotatedWebhook */
        RotatedWebhook: {
            /**
             * @description Where events are sent
             * @example https://example.com/webhooks/clearway
             */
            url: string;
            /**
             * @description Signs every delivery. It is shown this once and never again
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4fVYbLQpGN8=
             */
            secret: string;
            /**
             * @description The kinds that are sent; null: all but `invoice.response`
             * @example [
             *       "invoice.accepted",
             *       "invoice.rejected",
             *       "invoice.error"
             *     ]
             */
            events: ("invoice.created" | "invoice.validated" | "invoice.submitted" | "invoice.accepted" | "invoice.rejected" | "invoice.error" | "invoice.response" | "connection.active" | "connection.expired")[] | null;
            /**
             * Format: date-time
             * @description Until when the secret before signs as well
             * @example 2026-03-31T09:30:00.000Z
             */
            previousSecretExpiresAt: string;
        };
        /** DeliveryAttempt */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it began
             * @example 2026-03-31T09:30:00.000Z
             */
            at: string;
            /**
             * @description The receiver's answer; null: there was none
             * @example 200
             */
            statusCode: number | null;
            /**
             * @description What went wrong; null: nothing
             * @example null
             */
            error: string | null;
            /**
             * @description Milliseconds until the answer
             * @example 132
             */
            durationMs: number;
        };
        /** Delivery */
        Delivery: {
            /**
             * @description Identifier; the same as `X-Service-Delivery-Id` and `webhook-id` of every attempt
             * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
             */
            id: string;
            /**
             * @description The event that is told
             * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
             */
            eventId: string;
            /**
             * @description Its kind
             * @example invoice.accepted
             * @enum {string}
             */
            type: "invoice.created" | "invoice.validated" | "invoice.submitted" | "invoice.accepted" | "invoice.rejected" | "invoice.error" | "invoice.response" | "connection.active" | "connection.expired" | "webhook.test";
            /**
             * @description The invoice it is about
             * @example inv_2WnKc7yTq4XbR9vLz0HdSm
             */
            invoiceId: string | null;
            /**
             * @description The connection it is about
             * @example null
             */
            connectionId: string | null;
            /**
             * @description Where it goes, or where its last attempt went
             * @example https://example.com/webhooks/clearway
             */
            url: string;
            /**
             * @description `pending` waits for its next attempt; `succeeded` was answered with a 2xx status; `failed` after the last retry; `cancelled` because the webhook was deleted
             * @example succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "cancelled";
            /** @description Oldest first */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When it is tried next; null unless pending
             * @example 2026-03-31T09:30:00.000Z
             * @example null
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was scheduled
             * @example 2026-03-31T09:30:00.000Z
             */
            createdAt: string;
        };
        /** Replay */
        Replay: {
            /**
             * Format: date-time
             * @description Events of this time and later; a date means its first instant in UTC
             * @example 2026-03-29T18:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description Events before this time; leave it out for all until now
             * @example 2026-03-31T08:00:00.000Z
             */
            to?: string;
            /**
             * @description Only these kinds, as far as the webhook is subscribed to them; leave it out for all
             * @example [
             *       "invoice.accepted",
             *       "invoice.rejected"
             *     ]
             */
            types?: ("invoice.created" | "invoice.validated" | "invoice.submitted" | "invoice.accepted" | "invoice.rejected" | "invoice.error" | "invoice.response" | "connection.active" | "connection.expired")[];
            /** @description `nextCursor` of the call before, for the same period */
            cursor?: string;
        };
        /** Replayed */
        Replayed: {
            /**
             * @description Events that are sent again, or for the first time
             * @example 412
             */
            scheduled: number;
            /**
             * @description Events whose delivery waits already; they stay as they are
             * @example 3
             */
            pending: number;
            /**
             * @description Events that were delivered again 50 times already; they are not sent
             * @example 0
             */
            exhausted: number;
            /**
             * @description Send it as `cursor`, with the same period, to go on; null: the period is done
             * @example null
             */
            nextCursor: string | null;
        };
        /** InvoiceInEvent */
        InvoiceInEvent: {
            /**
             * @description Identifier
             * @example inv_2WnKc7yTq4XbR9vLz0HdSm
             */
            id: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example RO
             */
            country: string;
            /**
             * @description VAT number of the supplier
             * @example RO12345678
             */
            supplierVat: string;
            /**
             * @description VAT number of the customer
             * @example RO87654321
             */
            customerVat: string;
            /**
             * @description `created` received and queued; `validated` passed the rules; `converting` being converted; `submitting` being uploaded; `submitted` the government has it and decides; `accepted`; `rejected` by the government; `error` the service could not go on
             * @example created
             * @enum {string}
             */
            status: "created" | "validated" | "converting" | "submitting" | "submitted" | "accepted" | "rejected" | "error";
            /**
             * @description Net total, two decimals, in `currency`
             * @example 1455.00
             */
            netAmount: string;
            /**
             * @description VAT total, two decimals, in `currency`
             * @example 305.55
             */
            vatAmount: string;
            /**
             * @description Net plus VAT, two decimals, in `currency`
             * @example 1760.55
             */
            grossAmount: string;
            /**
             * @description ISO 4217
             * @example RON
             */
            currency: string;
            /**
             * @description Id that the government gave
             * @example null
             */
            govId: string | null;
            /**
             * @description Your own reference
             * @example order-4711
             */
            externalId: string | null;
        };
        /** FailedInvoiceInEvent */
        FailedInvoiceInEvent: {
            /**
             * @description Identifier
             * @example inv_2WnKc7yTq4XbR9vLz0HdSm
             */
            id: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example RO
             */
            country: string;
            /**
             * @description VAT number of the supplier
             * @example RO12345678
             */
            supplierVat: string;
            /**
             * @description VAT number of the customer
             * @example RO87654321
             */
            customerVat: string;
            /**
             * @description `created` received and queued; `validated` passed the rules; `converting` being converted; `submitting` being uploaded; `submitted` the government has it and decides; `accepted`; `rejected` by the government; `error` the service could not go on
             * @example created
             * @enum {string}
             */
            status: "created" | "validated" | "converting" | "submitting" | "submitted" | "accepted" | "rejected" | "error";
            /**
             * @description Net total, two decimals, in `currency`
             * @example 1455.00
             */
            netAmount: string;
            /**
             * @description VAT total, two decimals, in `currency`
             * @example 305.55
             */
            vatAmount: string;
            /**
             * @description Net plus VAT, two decimals, in `currency`
             * @example 1760.55
             */
            grossAmount: string;
            /**
             * @description ISO 4217
             * @example RON
             */
            currency: string;
            /**
             * @description Id that the government gave
             * @example null
             */
            govId: string | null;
            /**
             * @description Your own reference
             * @example order-4711
             */
            externalId: string | null;
            /**
             * @description What went wrong, in the government's own words
             * @example null
             */
            errorMessage: string | null;
            /**
             * @description The same in English
             * @example null
             */
            errorTranslated: string | null;
            /**
             * @description What to do about it
             * @example null
             */
            errorFix: string | null;
        };
        /** ToldResponse */
        ToldResponse: {
            /**
             * @description Identifier of the event
             * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was said
             * @example 2026-03-31T09:30:00.000Z
             */
            at: string;
            /**
             * @description In the words of the government or network: `205` in France, `AP` in Peppol, `EC02` in Italy
             * @example AP
             */
            code: string;
            /**
             * @description What the code means
             * @example Accepted by the buyer
             */
            label: string;
            /**
             * @description Why, in the sender's own words; null: none given
             * @example null
             */
            reason: string | null;
            /**
             * @description The message itself: the `kind` under which `GET /v1/invoices/{id}/documents/{kind}` has it
             * @example response-1
             */
            document: string;
        };
        /** RespondedInvoiceInEvent */
        RespondedInvoiceInEvent: {
            /**
             * @description Identifier
             * @example inv_2WnKc7yTq4XbR9vLz0HdSm
             */
            id: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example RO
             */
            country: string;
            /**
             * @description VAT number of the supplier
             * @example RO12345678
             */
            supplierVat: string;
            /**
             * @description VAT number of the customer
             * @example RO87654321
             */
            customerVat: string;
            /**
             * @description `created` received and queued; `validated` passed the rules; `converting` being converted; `submitting` being uploaded; `submitted` the government has it and decides; `accepted`; `rejected` by the government; `error` the service could not go on
             * @example created
             * @enum {string}
             */
            status: "created" | "validated" | "converting" | "submitting" | "submitted" | "accepted" | "rejected" | "error";
            /**
             * @description Net total, two decimals, in `currency`
             * @example 1455.00
             */
            netAmount: string;
            /**
             * @description VAT total, two decimals, in `currency`
             * @example 305.55
             */
            vatAmount: string;
            /**
             * @description Net plus VAT, two decimals, in `currency`
             * @example 1760.55
             */
            grossAmount: string;
            /**
             * @description ISO 4217
             * @example RON
             */
            currency: string;
            /**
             * @description Id that the government gave
             * @example null
             */
            govId: string | null;
            /**
             * @description Your own reference
             * @example order-4711
             */
            externalId: string | null;
            response: components["schemas"]["ToldResponse"];
        };
        /** TestData */
        TestData: {
            /**
             * @description Says that it works
             * @example The webhook works.
             */
            message: string;
        };
    };
    responses: {
        /** @description The request is not valid; `details` names every wrong field */
        ValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing, unknown, revoked or expired */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; wait as many seconds as `Retry-After` says */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Internal error; retrying is safe */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Temporarily unavailable; retry with backoff, not before `Retry-After` */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key may not do this, or a limit of the plan is reached */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource is already in that state, or the idempotency key was used with another body */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 12 MiB, as it comes or decompressed */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not sent as application/json (or as application/xml, where that is taken), or in a Content-Encoding other than gzip */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such resource in this account and environment */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the request; tell it to support
         * @example req_3zT1vYb0mWQk5N8xHc2RfA
         */
        "X-Request-Id": string;
        /**
         * @description Requests that this account and environment may make in a minute
         * @example 600
         */
        "X-RateLimit-Limit": number;
        /**
         * @description How many of them are left
         * @example 599
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description When the next minute begins, Unix time in seconds
         * @example 1774949460
         */
        "X-RateLimit-Reset": number;
        /**
         * @description Seconds to wait before the request is sent again
         * @example 17
         */
        "Retry-After": number;
        /**
         * @description `true`: the same request came before under this idempotency key, and this is what was answered then
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description How many things the document no longer says; the answer in JSON lists them
         * @example 0
         */
        "X-Conversion-Losses": number;
        /**
         * @description The scheme to authenticate by
         * @example Bearer
         */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        /**
                         * @description Of the program that answers
                         * @example 0.1.0
                         */
                        version: string;
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether requests can be served */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description `degraded`: requests are served, and the operator has something to look at
                         * @enum {string}
                         */
                        status: "ok" | "degraded" | "unavailable";
                        /** @description What was looked at: `ok`, or what is wrong */
                        checks: {
                            [key: string]: string;
                        };
                    };
                };
            };
            /** @description Whether requests can be served */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description `degraded`: requests are served, and the operator has something to look at
                         * @enum {string}
                         */
                        status: "ok" | "degraded" | "unavailable";
                        /** @description What was looked at: `ok`, or what is wrong */
                        checks: {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Keys on a page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of the account, of both environments, revoked ones too, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                        /** @description Whether there are further pages */
                        hasMore: boolean;
                        /**
                         * @description Send it as `cursor` to get the next page; null on the last
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key does nothing more; within 24 hours it gets the same answer, with the secret, later a conflict. A different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description The key was created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example key_5JmWz0cX9bQnT2vRs8LdYf
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was revoked; the very next request with it is refused */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description Identifier
                             * @example key_5JmWz0cX9bQnT2vRs8LdYf
                             */
                            id: string;
                            /** @enum {boolean} */
                            revoked: true;
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Companies on a page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Companies, deleted ones too, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Company"][];
                        /** @description Whether there are further pages */
                        hasMore: boolean;
                        /**
                         * @description Send it as `cursor` to get the next page; null on the last
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key within 30 days does nothing more and gets the same answer; a different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCompany"];
            };
        };
        responses: {
            /** @description The company */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Company"];
                        /** @description What is allowed and yet worth a look; absent where there is nothing to say */
                        warnings?: {
                            /**
                             * @description The field of the body
                             * @example vatNumber
                             */
                            path: string;
                            /**
                             * @description What is worth a look
                             * @example "DE136695977" has a wrong check digit: the live environment refuses this number.
                             */
                            message: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example comp_7QxGk2sVb9LnT0wRc4ZmYe
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The company */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Company"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example comp_7QxGk2sVb9LnT0wRc4ZmYe
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The company was deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example comp_4kTq0uPz8LrVb2XcYw7NfS */
                            id: string;
                            /** @enum {boolean} */
                            deleted: true;
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example comp_7QxGk2sVb9LnT0wRc4ZmYe
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCompany"];
            };
        };
        responses: {
            /** @description The company */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Company"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Connections on a page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connections of all companies, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"][];
                        /** @description Whether there are further pages */
                        hasMore: boolean;
                        /**
                         * @description Send it as `cursor` to get the next page; null on the last
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key within 30 days does nothing more and gets the same answer; a different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnection"];
            };
        };
        responses: {
            /** @description The connection; an existing one when the company has it already */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedConnection"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example conn_1BvHt8qXk5NzR3wLc9YdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example conn_1BvHt8qXk5NzR3wLc9YdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection was deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example conn_4kTq0uPz8LrVb2XcYw7NfS */
                            id: string;
                            /** @enum {boolean} */
                            deleted: true;
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setConnectionCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example conn_1BvHt8qXk5NzR3wLc9YdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialsForItaly"] | components["schemas"]["CredentialsForBelgium"] | components["schemas"]["CredentialsForPoland"] | components["schemas"]["CredentialsForFrance"] | components["schemas"]["CredentialsForGermany"];
            };
        };
        responses: {
            /** @description The connection */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConnectionBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example conn_1BvHt8qXk5NzR3wLc9YdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is left, and when the next invoice goes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionBudget"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key within 30 days does nothing more and gets the same answer; a different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Identifier of the resource
                 * @example conn_1BvHt8qXk5NzR3wLc9YdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the test has shown */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionTest"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key within 30 days does nothing more and gets the same answer; a different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportPayment"];
            };
        };
        responses: {
            /** @description The invoice */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getParticipant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Scheme and value of a Peppol participant, with or without `iso6523-actorid-upis::`. In the test environment every one is registered whose value does not contain `SIM-UNREGISTERED`
                 * @example 0208:0403170701
                 */
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the network knows of the participant */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Participant"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description Only invoices for this country */
                country?: "RO" | "IT" | "BE" | "PL" | "FR" | "DE";
                /** @description Only invoices in this status */
                status?: "created" | "validated" | "converting" | "submitting" | "submitted" | "accepted" | "rejected" | "error";
                /** @description Only invoices of this company */
                companyId?: string;
                /** @description Only invoices whose supplierVat, customerVat or externalId contains this, in upper or lower case */
                search?: string;
                /** @description Only invoices created after this time; a date means its first instant in UTC */
                dateFrom?: string;
                /** @description Only invoices created before this time; a date means its first instant in UTC */
                dateTo?: string;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Invoices on a page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of invoices, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"][];
                        /** @description Whether there are further pages */
                        hasMore: boolean;
                        /**
                         * @description Send it as `cursor` to get the next page; null on the last
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvoice: {
        parameters: {
            query?: {
                /** @description Whether the rules are judged first. An invoice that breaks one is then a 400 whose `details` are its findings: nothing is created or counted, and the idempotency key stays free. Warnings do not refuse it; `POST /v1/invoices/validate` tells them. Without it, such an invoice is created and gets the status `error` */
                validate?: boolean;
                /** @description Of a document in XML: the country whose government receives it. Without it the country whose format it is in, or whose customisation id (BT-24) it bears; a document of plain EN 16931, as in France, names none */
                country?: "RO" | "IT" | "BE" | "PL" | "FR" | "DE";
                /** @description Of a document in XML: the company whose connection submits it, as in JSON */
                companyId?: string;
                /** @description Of a document in XML: your own reference */
                externalId?: string;
            };
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key answers the invoice that exists already; a different body under the same key is a conflict
                 * @example order-4711
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvoice"];
                "application/xml": string;
            };
        };
        responses: {
            /** @description The invoice */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvoiceBatch: {
        parameters: {
            query?: {
                /** @description Whether the rules are judged first. An invoice that breaks one is then a 400 whose `details` are its findings: nothing is created or counted, and the idempotency key stays free. Warnings do not refuse it; `POST /v1/invoices/validate` tells them. Without it, such an invoice is created and gets the status `error` */
                validate?: boolean;
            };
            header?: {
                /**
                 * @description Any text that is yours alone. Lines without an `idempotencyKey` of their own get this one, with `/` and their number: sending the batch again under the same key creates nothing twice
                 * @example batch-2026-03-31
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example batch-2026-03-31
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description An invoice a line, 1,000 at most; blank lines are skipped */
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description What became of each line, in their order */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateInvoice: {
        parameters: {
            query?: {
                /** @description Of a document in XML: the profile to judge it by. Without it: the one that its customisation id (BT-24) claims; else `fr` where both parties are in France, whose profile has no id; else `en`, EN 16931 alone. `be` is Peppol BIS Billing, `be-sb` its self-billing */
                profile?: "en" | "ro" | "it" | "be" | "be-sb" | "pl" | "fr" | "de";
                /** @description Of a document in XML: the country that it is to be sent to, by whose profile, where `profile` does not say it, and by whose rules of the service it is judged */
                country?: "RO" | "IT" | "BE" | "PL" | "FR" | "DE";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvoice"];
                "application/xml": string;
            };
        };
        responses: {
            /** @description The verdict; nothing was stored or counted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationResult"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    convertDocument: {
        parameters: {
            query: {
                /**
                 * @description The format of the result: `json`, the body of POST /v1/invoices; `ubl`, UBL 2.1; `cii`, Cross Industry Invoice D16B; `fatturapa`, FatturaPA 1.2.3; `fa3`, FA(3)
                 * @example cii
                 */
                to: "json" | "ubl" | "cii" | "fatturapa" | "fa3";
                /**
                 * @description The country whose profile the result is to have, made as POST /v1/invoices would make it. Without it a UBL or CII document keeps its own (BT-24), and the JSON is for the country that the document names
                 * @example DE
                 */
                country?: "RO" | "IT" | "BE" | "PL" | "FR" | "DE";
                /** @description Whether a conversion that loses something is a 400 */
                lossless?: boolean;
                /** @description Whether the result is judged: `valid`, `profile`, `findingsTotal` and `details` then say how */
                validate?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvoice"];
                "application/xml": string;
            };
        };
        responses: {
            /** @description The invoice in its new format; nothing was stored or counted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Conversion-Losses": components["headers"]["X-Conversion-Losses"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Conversion"];
                    };
                    "application/xml": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvoiceEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened to the invoice, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvoiceEvent"][];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key within 30 days does nothing more and gets the same answer; a different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvoiceResponses: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Responses on a page */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of responses, in the order in which they were noted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BuyerResponse"][];
                        /** @description Whether there are further pages */
                        hasMore: boolean;
                        /**
                         * @description Send it as `cursor` to get the next page; null on the last
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvoiceDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was produced and received for the invoice */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Document"][];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvoiceDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
                /**
                 * @description `xml`, `receipt`, `rejection`, `findings`, `response-1`, `payment-report-1`, `attachment-1` and so on; `pdf` and `factur-x` are operations of their own
                 * @example xml
                 */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvoiceProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Proof that an invoice's events are sealed as they were recorded */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvoiceProof"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvoicePdf: {
        parameters: {
            query?: {
                /**
                 * @description In which language the page says what it shows; without it that of the invoice's country, in Belgium Dutch
                 * @example en
                 */
                language?: "en" | "ro" | "it" | "fr" | "nl" | "de" | "pl";
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvoiceFacturX: {
        parameters: {
            query?: {
                /**
                 * @description In which language the page says what it shows; without it that of the invoice's country, in Belgium Dutch
                 * @example en
                 */
                language?: "en" | "ro" | "it" | "fr" | "nl" | "de" | "pl";
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example inv_2WnKc7yTq4XbR9vLz0HdSm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of these kinds, separated by commas
                 * @example invoice.accepted,invoice.rejected
                 */
                types?: string;
                /** @description Only events of this time and later; a date means its first instant in UTC */
                from?: string;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Events on a page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        /** @description Whether there are further events already */
                        hasMore: boolean;
                        /**
                         * @description Send it as `cursor` to get what comes after these events, also when there is nothing yet; null only as long as there was no event at all
                         * @example 3mK9cT0dQ1pXv7bYwL2nRGxpenN5
                         */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration; all fields are null where there is none */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    configureWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key does nothing more; within 24 hours it gets the same answer, with the secret, later a conflict. A different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigureWebhook"];
            };
        };
        responses: {
            /** @description The webhook is configured; an earlier secret is no longer used */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConfiguredWebhook"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing is sent any more; what was pending is cancelled */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key does nothing more; within 24 hours it gets the same answer, with the secret, later a conflict. A different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret signs from now on */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RotatedWebhook"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this status */
                status?: "pending" | "succeeded" | "failed" | "cancelled";
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Deliveries on a page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        /** @description Whether there are further pages */
                        hasMore: boolean;
                        /**
                         * @description Send it as `cursor` to get the next page; null on the last
                         * @example null
                         */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the resource
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key within 30 days does nothing more and gets the same answer; a different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Identifier of the resource
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key within 30 days does nothing more and gets the same answer; a different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description What became of the events of the period */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Replayed"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text that is yours alone. Sending the same request again under the same key within 30 days does nothing more and gets the same answer; a different request under the same key is a conflict. Each operation has keys of its own. A refused request leaves its key free
                 * @example 5f1c2a9e-setup
                 */
                "X-Idempotency-Key"?: string;
                /**
                 * @description The same under its usual name. If both are sent, they must agree
                 * @example 5f1c2a9e-setup
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    onInvoiceCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example invoice.created
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "invoice.created";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["InvoiceInEvent"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceValidated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example invoice.validated
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "invoice.validated";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["InvoiceInEvent"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSubmitted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example invoice.submitted
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "invoice.submitted";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["InvoiceInEvent"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceAccepted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example invoice.accepted
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "invoice.accepted";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["InvoiceInEvent"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceRejected: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example invoice.rejected
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "invoice.rejected";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["FailedInvoiceInEvent"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceError: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example invoice.error
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "invoice.error";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["FailedInvoiceInEvent"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceResponse: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example invoice.response
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "invoice.response";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["RespondedInvoiceInEvent"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConnectionActive: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example connection.active
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "connection.active";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["Connection"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConnectionExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example connection.expired
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "connection.expired";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["Connection"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `sha256=` and the HMAC-SHA256, in hexadecimal, of the raw body, keyed with the whole secret as it was shown
                 * @example sha256=5f1c9f1f6f0b9b3a1f8f0e5c8c7a3c4d2b1a09f8e7d6c5b4a39281706f5e4d3c
                 */
                "X-Service-Signature": string;
                /**
                 * @description The same, keyed with the secret before the last rotation; for 24 hours after it
                 * @example sha256=0b7d1c9a2e4f6083b5d7c9e1f30527496b8dafc1e3058a7c9ebf1d2430465768
                 */
                "X-Service-Signature-Previous"?: string;
                /**
                 * @description The event kind
                 * @example webhook.test
                 */
                "X-Service-Event": string;
                /**
                 * @description Identifies the delivery; the same on every retry
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "X-Service-Delivery-Id": string;
                /**
                 * @description The same, as the Standard Webhooks specification names it
                 * @example dlv_6RkWm1zXc9TnQ4vLs0JdYb
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, Unix time in seconds
                 * @example 1774949400
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signature by the Standard Webhooks specification, for its client libraries; two, separated by a space, for 24 hours after a rotation of the secret
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Identifier of the event; the same in the timeline
                     * @example evt_0XyGq5vTk8BnR2wLc7ZmHs
                     */
                    id: string;
                    /** @constant */
                    type: "webhook.test";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-03-31T09:30:00.000Z
                     */
                    createdAt: string;
                    data: components["schemas"]["TestData"];
                };
            };
        };
        responses: {
            /** @description Received. The body of the answer is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
