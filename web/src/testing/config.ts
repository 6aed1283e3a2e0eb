import type { ConfigQuery } from '@/api/catalogue.gen'

/** The shop's configuration, open and without links to other sites. */
export const config: ConfigQuery = {
  appConfig: {
    isMonochrome: false,
    appName: 'Manao',
    providerName: 'AIS',
    linkHosts: [],
    vatBasisPoints: 700,
    uploadProfileMb: 1,
    uploadPictureMb: 10,
    company: {
      name: { th: 'บริษัท มะนาว เดโม จำกัด', en: 'Manao Demo Co., Ltd.' },
      taxId: '0105512345671',
      address: { th: 'กรุงเทพมหานคร', en: 'Bangkok' },
      phone: '02-000-0000',
    },
    socialLinks: [],
    eventHref: null,
  },
  maintenance: null,
}
