import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { promoterListApplications, type PromoterApplication } from '@/api/generated'
import { answerOf } from '@/api/problem'

export const PER_PAGE = 20
export const STATUSES = ['submitted', 'approved', 'rejected'] as const satisfies PromoterApplication['status'][]
export type Status = (typeof STATUSES)[number]

export const applicationsQuery = (status: Status, page: number) =>
  queryOptions({
    queryKey: ['promoterApplications', status, page],
    queryFn: () => answerOf(promoterListApplications({ query: { status, page, perPage: PER_PAGE } })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
