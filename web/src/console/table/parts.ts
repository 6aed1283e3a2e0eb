import { columnVisibilityFeature, rowSortingFeature, tableFeatures } from '@tanstack/react-table'

/** The features of the library that our tables use; filtering, sorting and paging are the server's. */
export const parts = tableFeatures({ columnVisibilityFeature, rowSortingFeature })

export type TableParts = typeof parts
