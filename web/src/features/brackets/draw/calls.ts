import { queryOptions } from '@tanstack/react-query'
import {
  type Bracket,
  bracketGenerate,
  bracketGet,
  bracketSend,
  bracketSubmit,
  type DrawOrder,
  type DrawStage,
  type DrawSubmission,
} from '@/api/generated'
import { answerOf } from '@/api/problem'
import type { Swap } from './arrangement'

export const generate = (id: number, body: DrawOrder): Promise<Bracket> => answerOf(bracketGenerate({ path: { id }, body }))

type Submission = Omit<DrawSubmission, 'swaps'> & { swaps?: readonly Swap[] }

export const submit = (id: number, { swaps = [], ...body }: Submission): Promise<Bracket> =>
  answerOf(bracketSubmit({ path: { id }, body: { ...body, swaps: swaps.map((swap) => [...swap]) } }))

export const send = (id: number, body: DrawStage): Promise<Bracket> => answerOf(bracketSend({ path: { id }, body }))

/** A stage as staff see it, drafts included. */
export const drawQuery = (id: number, stage: number) =>
  queryOptions({
    queryKey: ['deskDraw', id, stage],
    queryFn: () => answerOf(bracketGet({ body: { id, stage } })),
    staleTime: 10_000,
  })
