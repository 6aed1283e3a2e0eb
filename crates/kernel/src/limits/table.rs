//! Every limit of calls in a minute, or in more of them.

use super::Limit;

/// A member's id
type Member = i64;
/// As it is counted, see `ClientAddress::counted`; requests without one share a bucket
type Address = Option<std::net::IpAddr>;
/// Two of them
type Pair = String;

/// Every open page refreshes, and thousands of phones share a carrier's address: many more refreshes than logins.
const REFRESHES_A_SIGN_IN: u32 = 20;
/// Many people share an address, so it may make this many times as many calls as one member.
const SHARING_AN_ADDRESS: u32 = 10;

macro_rules! limits {
    ($( $(#[$doc:meta])* $name:ident: $key:ty = $calls:expr $(, in $minutes:literal minutes)?; )*) => {
        $( $(#[$doc])* pub const $name: Limit<$key> = Limit::new(stringify!($name), $calls)$(.over($minutes))?; )*

        /// Name and key of each, as docs/SECURITY.md lists them.
        #[cfg(test)]
        pub(super) const ALL: &[(&str, &str)] = &[$((stringify!($name), stringify!($key))),*];
    };
}

limits! {
    SIGN_IN: Address = |settings| settings.sign_ins_per_minute;
    REFRESH: Address = |settings| settings.sign_ins_per_minute.saturating_mul(REFRESHES_A_SIGN_IN);
    /// Of an address at a login, so that nobody uses up the tries of others.
    PASSWORD_LOGIN: Pair = |settings| settings.password_tries_per_login_minute;
    /// Of a browser that the account knows.
    PASSWORD_DEVICE: Pair = |settings| settings.password_tries_per_login_minute;
    PASSWORD_ADDRESS: Address = |settings| settings.password_tries_per_address_minute;
    /// Enough to mistype, too few to guess.
    PASSWORD_CHANGE: Member = |_| 5;
    /// Each order holds pieces that others want.
    PLACE_ORDER: Member = |_| 30;
    /// Calls that make us ask the payment provider.
    CHECK_ORDER: Member = |_| 60;
    CONFIRM_ORDER: Member = |_| 20;
    ASK_TAX_INVOICE: Member = |_| 10;
    /// Each is drawn.
    PRINT_RECEIPT: Member = |_| 20;
    TRACK_ADDRESS: Address = |_| 6 * SHARING_AN_ADDRESS;
    SAVE_PLAYER: Member = |_| 30;
    /// Codes can be guessed at.
    TRY_COUPON: Member = |settings| settings.coupon_tries_per_minute;
    /// Prices asked with a coupon, apart from the tries: the checkout asks more than once for each.
    PRICE_COUPON: Member = |settings| settings.coupon_tries_per_minute;
    /// Names in a game can be found out by trying IDs.
    CHECK_PLAYER: Member = |settings| settings.player_checks_per_minute;
    CHECK_PLAYER_ADDRESS: Address = |settings| settings.player_checks_per_minute.saturating_mul(SHARING_AN_ADDRESS);
    /// Questions to the telecom.
    CHECK_NUMBER: Member = |settings| settings.number_checks_per_minute;
    UPLOAD: Member = |settings| settings.uploads_per_minute;
    /// Nobody reads through all members.
    VIEW_PROFILE: Member = |settings| settings.profile_views_per_minute;
    VIEW_PROFILE_ADDRESS: Address = |settings| settings.profile_views_per_minute.saturating_mul(SHARING_AN_ADDRESS);
    SEARCH_TEAMS: Address = |settings| settings.name_searches_per_minute.saturating_mul(SHARING_AN_ADDRESS);
    SEARCH_PEOPLE: Member = |settings| settings.name_searches_per_minute;
    /// Each may be a message to somebody who did not ask for it.
    OFFER_MEMBERSHIP: Member = |settings| settings.membership_offers_per_minute;
    /// Thousands of rows each.
    EXPORT: Member = |_| 20;
    /// All its members are told.
    UPDATE_TEAM: Member = |_| 10;
    /// A bracket as it stood is made anew for each who asks.
    VIEW_PAST_BRACKET: Address = |_| 60 * SHARING_AN_ADDRESS;
    /// Of a person in a thread: `user:thread`
    SEND_MESSAGE: Pair = |_| 20;
    /// Each is a message to the other side. Of a person in a match: `user:match`
    PROPOSE_TIME: Pair = |_| 20, in 10 minutes;
    /// Staff are told of each.
    REPORT_MESSAGE: Member = |_| 20;
    MUTE: Member = |_| 60;
    /// Each may be an address that we post to.
    CHANGE_NOTICES: Member = |_| 30;
    /// Thousands of messages each.
    BROADCAST: Member = |_| 5;
    VIEW_DOCUMENT: Member = |settings| settings.document_views_per_minute;
}
