import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/features/catalogue/queries'
import { type Limits, USUAL } from '@/rules/file'

/** Returns the largest size of a picture, in megabytes. */
export function useUploadLimits(): Limits {
  const config = useQuery(configQuery).data?.appConfig
  return config ? { profile: config.uploadProfileMb, picture: config.uploadPictureMb } : USUAL
}
