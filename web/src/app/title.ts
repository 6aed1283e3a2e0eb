/** Adds the shop's name to a document's title, once. */
export const documentTitle = (title: string) => (title.includes('Manao') ? title : `${title} | Manao`)
