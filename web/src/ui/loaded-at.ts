/** Path at which the document was loaded; undefined on the server. Its content security policy stays in force when the router changes the page. */
export const loadedPath: string | undefined = globalThis.location?.pathname
