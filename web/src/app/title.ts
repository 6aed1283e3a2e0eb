/** Every document's title names the shop, once. */
export const documentTitle = (title: string) => (title.includes('Manao') ? title : `${title} | Manao`)
