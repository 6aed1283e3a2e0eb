//! All limits of calls, in a minute or in several.

use super::Limit;

/// Id of a member
type Member = i64;
/// Address as limits count it, see `ClientAddress::counted`; requests without one share a bucket
type Address = Option<std::net::IpAddr>;
/// Two keys combined
type Pair = String;

/// Refreshes per login: every open page refreshes, and thousands of phones share a carrier's address.
const REFRESHES_A_SIGN_IN: u32 = 20;
/// Factor of an address over a member, because many people share an address.
const SHARING_AN_ADDRESS: u32 = 10;

macro_rules! limits {
    ($( $(#[$doc:meta])* $name:ident: $key:ty = $calls:expr $(, in $minutes:literal minutes)?; )*) => {
        $( $(#[$doc])* pub const $name: Limit<$key> = Limit::new(stringify!($name), $calls)$(.over($minutes))?; )*

        /// Name and key of each limit, as docs/SECURITY.md lists them.
        #[cfg(test)]
        pub(super) const ALL: &[(&str, &str)] = &[$((stringify!($name), stringify!($key))),*];
    };
}

limits! {
    SIGN_IN: Address = |settings| settings.sign_ins_per_minute;
    REFRESH: Address = |settings| settings.sign_ins_per_minute.saturating_mul(REFRESHES_A_SIGN_IN);
    /// Per address and login, so that nobody uses up the tries of others.
    PASSWORD_LOGIN: Pair = |settings| settings.password_tries_per_login_minute;
    /// Per browser that the account knows.
    PASSWORD_DEVICE: Pair = |settings| settings.password_tries_per_login_minute;
    PASSWORD_ADDRESS: Address = |settings| settings.password_tries_per_address_minute;
    /// Enough for typing errors, too few for guessing.
    PASSWORD_CHANGE: Member = |_| 5;
    /// Second factors of staff: a code of six digits must not be guessed.
    FACTOR: Member = |_| 10, in 15 minutes;
    /// Staff type all day; a copied session must not read the whole shop out.
    CONSOLE_SEARCH: Member = |_| 240;
    /// Each order reserves stock that others want.
    PLACE_ORDER: Member = |_| 30;
    FLASH_LINE_JOIN: Member = |_| 20;
    /// Each call counts the people ahead.
    FLASH_LINE_READ: Member = |_| 60;
    /// Each call makes us ask the payment provider.
    CHECK_ORDER: Member = |_| 60;
    CONFIRM_ORDER: Member = |_| 20;
    /// Stolen cards are tried out by paying small amounts.
    PAY_BY_CARD: Member = |_| 10, in 10 minutes;
    /// Each calls the provider.
    CHANGE_CARDS: Member = |_| 20;
    ASK_TAX_INVOICE: Member = |_| 10;
    /// Each receipt is rendered.
    PRINT_RECEIPT: Member = |_| 20;
    TRACK_ADDRESS: Address = |_| 6 * SHARING_AN_ADDRESS;
    /// Each call may make us ask the payment provider.
    RETURN_ADDRESS: Address = |_| 30 * SHARING_AN_ADDRESS;
    /// Per order and address: `number address`
    RETURN_ORDER: Pair = |_| 60;
    HAND_OVER: Member = |_| 20;
    /// Links can be guessed, if hardly.
    OPEN_HAND_OVER: Address = |_| 6 * SHARING_AN_ADDRESS;
    /// Each asks a partner.
    CORRECT_LINE: Member = |_| 20, in 10 minutes;
    /// Each notifies staff.
    CLAIM_CODE: Member = |_| 10, in 60 minutes;
    SAVE_PLAYER: Member = |_| 30;
    /// Codes can be guessed.
    TRY_COUPON: Member = |settings| settings.coupon_tries_per_minute;
    /// Prices with a coupon, separate from the tries: the checkout asks more than once for each.
    PRICE_COUPON: Member = |settings| settings.coupon_tries_per_minute;
    /// Trying IDs reveals the names of players in a game.
    CHECK_PLAYER: Member = |settings| settings.player_checks_per_minute;
    CHECK_PLAYER_ADDRESS: Address = |settings| settings.player_checks_per_minute.saturating_mul(SHARING_AN_ADDRESS);
    /// Per address and game, whoever asks: half of what the address may ask in all.
    CHECK_PLAYER_GAME: Pair = |settings| settings.player_checks_per_minute.saturating_mul(SHARING_AN_ADDRESS / 2);
    /// Each call asks the telecom.
    CHECK_NUMBER: Member = |settings| settings.number_checks_per_minute;
    /// Each call asks the telecom.
    CANCEL_SUBSCRIPTION: Member = |_| 10;
    UPLOAD: Member = |settings| settings.uploads_per_minute;
    /// Prevents reading through all members.
    VIEW_PROFILE: Member = |settings| settings.profile_views_per_minute;
    VIEW_PROFILE_ADDRESS: Address = |settings| settings.profile_views_per_minute.saturating_mul(SHARING_AN_ADDRESS);
    SEARCH_TEAMS: Address = |settings| settings.name_searches_per_minute.saturating_mul(SHARING_AN_ADDRESS);
    SEARCH_PEOPLE: Member = |settings| settings.name_searches_per_minute;
    /// Each may send a message to a person who did not ask for it.
    OFFER_MEMBERSHIP: Member = |settings| settings.membership_offers_per_minute;
    /// Each exports thousands of rows.
    EXPORT: Member = |_| 20;
    /// Each notifies all members of the team.
    UPDATE_TEAM: Member = |_| 10;
    /// The past bracket is rebuilt for each request.
    VIEW_PAST_BRACKET: Address = |_| 60 * SHARING_AN_ADDRESS;
    /// Per person and thread: `user:thread`
    SEND_MESSAGE: Pair = |_| 20;
    /// Each sends a message to the other side. Per person and match: `user:match`
    PROPOSE_TIME: Pair = |_| 20, in 10 minutes;
    /// Each notifies staff.
    REPORT_MESSAGE: Member = |_| 20;
    MUTE: Member = |_| 60;
    /// Each may add an address that we post to.
    CHANGE_NOTICES: Member = |_| 30;
    /// Each sends thousands of messages.
    BROADCAST: Member = |_| 5;
    VOTE_PAGE: Address = |_| 10 * SHARING_AN_ADDRESS;
    OPEN_SUPPORT_THREAD: Member = |settings| settings.support_threads_per_day, in 1440 minutes;
    WRITE_TO_SUPPORT: Member = |settings| settings.support_messages_per_hour, in 60 minutes;
    VIEW_DOCUMENT: Member = |settings| settings.document_views_per_minute;
}
