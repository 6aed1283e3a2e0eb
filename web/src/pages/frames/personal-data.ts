import { onSignOut } from '@/features/account/on-sign-out'
import { forgetLeftOut } from '@/features/cart/visitor-lines'
import { countStored, forgetStored } from '@/features/messages/stored'
import { forgetKept } from '@/features/offline/kept'
import { forgetPurchases } from '@/features/orders/recent-purchases'
import { forgetWayBack } from '@/features/orders/way-back'

// Registers the data that features store of a user in this browser.
onSignOut({ forget: forgetPurchases })
onSignOut({ forget: forgetWayBack })
onSignOut({ forget: () => forgetKept() })
onSignOut({ forget: (userId) => userId !== undefined && forgetLeftOut(userId) })
onSignOut({ forget: (userId) => userId !== undefined && void forgetStored(userId), countUnsent: countStored })
