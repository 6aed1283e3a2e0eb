//! Every call and who may make it. A route without a row does not start.

use axum::http::Method;

use super::rights::{Named, Over, Role, Thing};
use crate::problem::{Code, codes};

/// Who may make a call; each admits those below it in the list too, except that an operator need be neither verified nor a promoter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// No session needed, and the answer is not personal: it may be cached along the way. Every other answer says `no-store`.
    Public,
    /// No session needed. Webhooks, which prove themselves by a signature, are of this kind.
    Anyone,
    /// A living session, even of a suspended person
    Member,
    /// Not suspended
    Active,
    /// Not suspended, verified, and the terms accepted
    Verified,
    /// Verified, with the right to run tournaments
    Promoter,
    /// Staff
    Operator,
}

impl Who {
    /// For the documentation.
    pub fn words(self) -> &'static str {
        match self {
            Public | Anyone => "anyone",
            Member => "who is logged in, even if suspended",
            Active => "who is logged in and not suspended",
            Verified => "who is logged in, not suspended, has a verified e-mail or mobile number and has accepted the terms",
            Promoter => "a promoter: verified, with the right to run tournaments",
            Operator => "staff",
        }
    }

    /// The codes with which the guard refuses everybody else.
    pub fn refusals(self) -> &'static [Code] {
        use codes::{
            account_suspended, operator_required, promoter_required, session_expired, session_required, session_revoked,
        };
        use codes::{terms_required, verification_required};
        match self {
            Public | Anyone => &[],
            Member => &[session_required, session_expired, session_revoked],
            Active => &[session_required, session_expired, session_revoked, account_suspended],
            Verified => {
                &[session_required, session_expired, session_revoked, account_suspended, verification_required, terms_required]
            }
            Promoter => &[
                session_required,
                session_expired,
                session_revoked,
                account_suspended,
                verification_required,
                terms_required,
                promoter_required,
            ],
            Operator => &[session_required, session_expired, session_revoked, account_suspended, operator_required],
        }
    }
}

/// How a call is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Changes nothing, and could not: see [`Change`](crate::database::Change). `HEAD` is answered as `GET` is.
    Get,
    Post,
    /// Changes something although the published contract says `GET`. `POST` does the same; `HEAD` is refused.
    WritingGet,
}

impl Verb {
    /// The methods that have a handler.
    pub fn methods(self) -> &'static [Method] {
        const GET: &[Method] = &[Method::GET];
        const POST: &[Method] = &[Method::POST];
        const BOTH: &[Method] = &[Method::GET, Method::POST];
        match self {
            Self::Get => GET,
            Self::Post => POST,
            Self::WritingGet => BOTH,
        }
    }
}

/// A call: how it is made, who may make it, and over which thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub verb: Verb,
    /// Under `/api`
    pub path: &'static str,
    pub who: Who,
    pub over: Option<Over>,
}

const fn get(path: &'static str, who: Who) -> Rule {
    Rule { verb: Verb::Get, path, who, over: None }
}

const fn post(path: &'static str, who: Who) -> Rule {
    Rule { verb: Verb::Post, path, who, over: None }
}

const fn writing_get(path: &'static str, who: Who) -> Rule {
    Rule { verb: Verb::WritingGet, path, who, over: None }
}

impl Rule {
    const fn over(self, thing: Thing, named: Named, roles: &'static [Role]) -> Self {
        Self { over: Some(Over { thing, named, roles }), ..self }
    }
}

use Named::{Body, Path};
use Who::{Active, Anyone, Member, Operator, Promoter, Public, Verified};

const OWNER: &[Role] = &[Role::Owner];
/// Who decides about a tournament.
const RUN: &[Role] = &[Role::Promoter, Role::CoPromoter];
/// Who may look at a document
const VIEWS: &[Role] = &[Role::Owner, Role::Operator, Role::Promoter, Role::CoPromoter];
/// Who runs a tournament, assistants too
const STAFF: &[Role] = &[Role::Promoter, Role::CoPromoter, Role::Assistant];
const CAPTAIN_OR_LEADS: &[Role] = &[Role::Captain, Role::Promoter, Role::CoPromoter];
/// Who sees papers of an entry, if only their own
const EVIDENCE: &[Role] = &[Role::Promoter, Role::CoPromoter, Role::Captain, Role::Member];
/// Who runs the tournament, and who plays: over a match, in it
const CONCERNED: &[Role] = &[Role::Promoter, Role::CoPromoter, Role::Assistant, Role::Captain, Role::Member];
const CAPTAIN: &[Role] = &[Role::Captain];
/// Who plays a match
const SIDE: &[Role] = &[Role::Captain, Role::Member];
/// Whose word decides a match
const DECIDES: &[Role] = &[Role::Promoter, Role::CoPromoter, Role::Captain, Role::Member];

pub const RULES: &[Rule] = &[
    get("/openapi.json", Public),
    // account It records that somebody is on their way to the login provider.
    writing_get("/auth/login", Anyone),
    post("/oauth/sessions", Anyone),
    post("/oauth/refresh-token", Anyone),
    post("/oauth/logout", Anyone),
    post("/oauth/login-ais", Anyone),
    post("/oauth/register-ais", Anyone),
    post("/oauth/login-password", Anyone),
    get("/user/me", Member),
    get("/user/me-esport", Member),
    // Account sync; a suspended person accepts the terms too, or could never read anything.
    get("/account/check", Member),
    post("/account/continue", Member),
    get("/account/sessions", Member),
    post("/account/sessions/end", Member).over(Thing::Session, Body("id"), OWNER),
    get("/account/login-codes", Member),
    post("/account/login-codes", Member),
    // mail
    get("/account/mail", Member),
    post("/account/mail", Member),
    get("/mail/unsubscribe", Anyone),
    post("/mail/unsubscribe", Anyone),
    post("/account/verify-email", Active),
    post("/account/confirm-email", Active),
    // mobile numbers
    post("/send-OTP", Anyone),
    post("/confirm-OTP", Anyone),
    post("/account/verify-mobile-number", Active),
    post("/account/confirm-mobile-number", Active),
    post("/user/validate-mobile-mumber", Member),
    post("/user/check-mobile-number", Member),
    post("/get-network-type", Member),
    post("/get-profile-type", Member),
    post("/credit-limit/check-credit-balance", Member),
    get("/kyc/check-kyc-mobile-number/{mobile}", Member),
    get("/kyc/check-user-kyc", Member),
    post("/kyc/get-otp", Active),
    post("/kyc/confirm-otp", Active),
    // catalogue
    get("/schema.graphql", Public),
    post("/home", Public),
    post("/product", Public),
    post("/shelf-bases", Public),
    post("/banner-in-page", Public),
    post("/app-config", Public),
    post("/flash-sale", Public),
    post("/flash-sale/check-flash-sale", Anyone),
    post("/promotion", Public),
    post("/faq", Public),
    post("/maintenance", Public),
    post("/game-review", Public),
    // cart
    get("/cart/get-my-cart", Member),
    post("/cart/add", Active),
    post("/cart/update-qunity", Active).over(Thing::CartItem, Body("itemId"), OWNER),
    post("/cart/delete", Active),
    post("/cart/create", Active),
    // stock alerts
    get("/stock-alert/get-by", Member),
    post("/stock-alert/add", Active),
    post("/stock-alert/delete", Active),
    // partners
    post("/topup/get-list-server-by", Public),
    post("/topup/validate-user", Anyone),
    post("/voucher/check-stock", Public),
    // payments
    post("/payment/get-payment-channel-by", Anyone),
    post("/payment/get-bank-by", Public),
    post("/payment-avaliable/check-payment-avaliable", Public),
    post("/rule/check-rule", Member),
    // orders
    post("/purchase/create-order", Verified),
    post("/purchase/get-my-purchase", Member),
    get("/purchase/waiting", Member),
    post("/purchase/get-by-id", Member).over(Thing::Order, Body("number"), OWNER),
    post("/purchase/get-by-transaction-id", Member).over(Thing::OrderOfCharge, Body("transactionId"), OWNER),
    post("/purchase/check-order", Member).over(Thing::Order, Body("number"), OWNER),
    post("/purchase/check-order-timeout", Member).over(Thing::Order, Body("number"), OWNER),
    post("/purchase/update-order-status", Active).over(Thing::Order, Body("number"), OWNER),
    post("/purchase/reveal-code", Member).over(Thing::Order, Body("number"), OWNER),
    get("/purchase/receipt/{number}", Member).over(Thing::Order, Path("number"), OWNER),
    get("/purchase/receipt/{number}/pdf", Member).over(Thing::Order, Path("number"), OWNER),
    post("/purchase/tax-invoice", Active).over(Thing::Order, Body("number"), OWNER),
    post("/purchase/track", Anyone),
    // The terms were accepted when the order was placed; newer ones do not block a texted code.
    post("/order-confirm", Active).over(Thing::Order, Body("number"), OWNER),
    post("/webhooks/opn", Anyone),
    post("/webhooks/telecom", Anyone),
    post("/webhooks/partners/{partner}", Anyone),
    // inbox
    post("/user-notification/get-my-inbox", Member),
    post("/user-notification/check-unread-inbox", Member),
    post("/user-notification/read-inbox", Member).over(Thing::InboxMessage, Body("id"), OWNER),
    post("/user-notification/delete-inbox", Member),
    post("/user-notification/mark-all-as-read", Member),
    get("/notification/get", Member),
    get("/notification/get/", Member),
    post("/notification/read/notification/{id}", Member).over(Thing::InboxMessage, Path("id"), OWNER),
    post("/notification/read/all", Member),
    get("/notification/settings", Member),
    post("/notification/settings", Member),
    post("/notification/push", Member),
    post("/notification/push/forget", Member),
    // coupons
    post("/user-coupon/get-my-coupon", Member),
    post("/coupon/redeem-coupon", Active),
    post("/coupon/check-coupon", Member),
    // favourites and log
    get("/user-favorite/get-by", Member),
    post("/user-favorite/add", Active),
    post("/user-favorite/delete", Active),
    post("/user/get-game-id", Member),
    get("/user/players", Member),
    post("/user/players/save", Active),
    post("/user/players/delete", Member),
    post("/user-log/revision", Member),
    // files
    post("/utils/upload/{dir}/", Active),
    // profile
    get("/user/profile/get", Member),
    post("/user/edit-profile", Active),
    post("/user/change-password", Active),
    post("/user/document/upload", Active),
    post("/user/document/delete", Active).over(Thing::Document, Body("id"), OWNER),
    writing_get("/user/document/view/{id}", Member).over(Thing::Document, Path("id"), VIEWS),
    get("/organization/type/list/get", Member),
    get("/organization/list/get", Member),
    // promoters
    get("/promoter/me", Member),
    post("/promoter/accept-terms", Verified),
    post("/tournament/register-promoter", Verified),
    get("/operator/promoters", Operator),
    post("/operator/promoters/decide", Operator),
    post("/operator/promoters/revoke", Operator),
    // what the form of a tournament offers
    get("/tournament/form/create/get/category", Anyone),
    get("/tournament/form/create/list/game", Public),
    get("/tournament/form/create/list/document", Anyone),
    post("/tournament/form/create/list/user", Promoter),
    post("/tournament/form/create/get/available-organization", Promoter),
    // Each export is logged.
    writing_get("/tournament/export-player/{tournamentId}/{bracketFormat}", Verified).over(
        Thing::Tournament,
        Path("tournamentId"),
        RUN,
    ),
    writing_get("/tournament/export-match/{tournamentId}/{bracketFormat}", Verified).over(
        Thing::Tournament,
        Path("tournamentId"),
        RUN,
    ),
    // registration
    get("/tournament/get/player-tournament/{game_id}/{contestant_type}", Verified),
    get("/tournament/get/player-tournament-team/{game_id}/{team_id}", Verified).over(
        Thing::Team,
        Path("team_id"),
        &[Role::Captain, Role::Promoter, Role::CoPromoter],
    ),
    post("/tournament/save-register-tournament", Verified),
    post("/registration/give-documents", Verified),
    post("/registration/remind", Verified).over(Thing::Entrant, Body("entrantId"), &[Role::Captain]),
    post("/tournament/tell-captain-to-register/{id}", Verified),
    post("/tournament/update-tournament-team", Verified).over(Thing::Entrant, Body("entrantId"), CAPTAIN_OR_LEADS),
    post("/tournament/get-join-tournament", Member),
    get("/tournament/joined/list/get/{page}/{perPage}", Verified),
    get("/registration/entry/{id}", Member).over(Thing::Entrant, Path("id"), CONCERNED),
    post("/tournament/remove/contestant/{tournament_id}/{contestant_id}", Verified).over(
        Thing::Entrant,
        Path("contestant_id"),
        CAPTAIN_OR_LEADS,
    ),
    post("/tournament/get/documentlist/{id}", Verified).over(Thing::Entrant, Path("id"), EVIDENCE),
    get("/tournament/get-citizen-open-phone-team/{teamId}/{tournamentId}", Verified),
    post("/tournament/get-citizen-open", Member),
    post("/registration/entrants", Verified).over(Thing::Tournament, Body("tournamentId"), STAFF),
    post("/tournament/update/contestant_status/{id}", Verified).over(Thing::Entrant, Path("id"), RUN),
    post("/registration/check-document", Verified).over(Thing::Entrant, Body("entrantId"), RUN),
    post("/tournament/send-missing-document-notice/{teamId}", Verified).over(Thing::Tournament, Body("tournamentId"), RUN),
    post("/v2/tournament/form/create/can-invite/list", Verified).over(Thing::Tournament, Body("tournamentId"), RUN),
    post("/tournament/invite-team", Verified),
    post("/tournament/teamlist", Anyone),
    post("/tournament/multiple-stage/update/qualifiers/{id}", Verified).over(Thing::Tournament, Path("id"), RUN),
    // brackets
    post("/bracket/get-bracket", Anyone),
    post("/bracket/get-moments", Anyone),
    post("/bracket/generate-bracket/{id}", Verified).over(Thing::Tournament, Path("id"), RUN),
    post("/bracket/submit-bracket/{id}", Verified).over(Thing::Tournament, Path("id"), RUN),
    post("/bracket/send-bracket/{id}", Verified).over(Thing::Tournament, Path("id"), RUN),
    post("/bracket/submit-result-survival-match/{match_id}", Verified).over(Thing::Match, Path("match_id"), RUN),
    post("/bracket/submit-prize/{id}", Verified).over(Thing::Tournament, Path("id"), &[Role::Promoter]),
    post("/bracket/submit-final-prize/{id}", Verified).over(Thing::Tournament, Path("id"), &[Role::Promoter]),
    post("/tournament/submit-to-ranking", Verified).over(Thing::Tournament, Body("id"), &[Role::Promoter]),
    post("/tournament/submit-match-score/{match_id}", Verified).over(Thing::Match, Path("match_id"), DECIDES),
    post("/tournament/contest-no-show/{matchId}", Verified).over(Thing::Match, Path("matchId"), SIDE),
    post("/tournament/reset-match-score/{matchId}", Verified).over(Thing::Match, Path("matchId"), RUN),
    post("/tournament/disqualify/{matchId}", Verified).over(Thing::Match, Path("matchId"), RUN),
    post("/bracket/submit-group-result/{match_id}", Verified).over(Thing::Match, Path("match_id"), RUN),
    // matches
    get("/tournament/get/match/{matchId}", Anyone),
    // messages
    post("/tournament/upload-match-picture/{matchId}", Verified).over(Thing::Match, Path("matchId"), CONCERNED),
    post("/tournament/upload-entrant-picture/{contestantId}", Verified).over(Thing::Entrant, Path("contestantId"), CONCERNED),
    get("/tournament/match-picture/{matchId}/{pictureId}", Verified).over(Thing::Match, Path("matchId"), CONCERNED),
    get("/tournament/entrant-picture/{contestantId}/{pictureId}", Verified).over(Thing::Entrant, Path("contestantId"), CONCERNED),
    post("/tournament/send-time-request-message/{match_id}", Verified).over(Thing::Match, Path("match_id"), CONCERNED),
    get("/tournament/get/message-match/{matchId}", Verified).over(Thing::Match, Path("matchId"), CONCERNED),
    get("/tournament/get/message/{tournamentId}/{contestantId}", Verified).over(Thing::Entrant, Path("contestantId"), STAFF),
    get("/tournament/get/message-non-promoter/{tournamentId}", Verified),
    post("/tournament/send-message-to-contestant/{id}", Verified).over(Thing::Entrant, Path("id"), STAFF),
    post("/tournament/send-message-to-promoter/{id}", Verified),
    get("/tournament/get/threads/{id}", Verified).over(Thing::Tournament, Path("id"), STAFF),
    post("/message/read", Verified).over(Thing::Thread, Body("threadId"), CONCERNED),
    post("/message/report", Verified).over(Thing::Message, Body("messageId"), CONCERNED),
    post("/message/hide", Verified).over(Thing::Message, Body("messageId"), STAFF),
    post("/message/mute", Verified),
    post("/tournament/send-message-to-not-eliminated-players/{id}", Verified).over(Thing::Tournament, Path("id"), STAFF),
    get("/tournament/broadcasts/{id}", Verified).over(Thing::Tournament, Path("id"), STAFF),
    post("/tournament/get/all_match", Anyone),
    post("/tournament/send-time-request/{match_id}", Verified).over(Thing::Match, Path("match_id"), SIDE),
    post("/tournament/send-time-request-edit/{appointment_id}", Verified).over(
        Thing::MatchProposal,
        Path("appointment_id"),
        SIDE,
    ),
    writing_get("/tournament/accept-time-request/{id}", Verified).over(Thing::MatchProposal, Path("id"), SIDE),
    writing_get("/tournament/decline-time-request/{id}", Verified).over(Thing::MatchProposal, Path("id"), SIDE),
    post("/tournament/withdraw-time-request/{id}", Verified).over(Thing::MatchProposal, Path("id"), SIDE),
    post("/tournament/edit-match-time/{match_id}", Verified).over(Thing::Match, Path("match_id"), STAFF),
    post("/tournament/edit-all-match-in-round-time/{id}/{round}", Verified).over(Thing::Tournament, Path("id"), STAFF),
    get("/tournament/match-calendar/{matchId}", Verified).over(Thing::Match, Path("matchId"), CONCERNED),
    get("/tournament/match-calendar-file/{matchId}", Verified).over(Thing::Match, Path("matchId"), CONCERNED),
    // tournaments
    post("/tournament/create", Promoter),
    post("/tournament/update", Verified).over(Thing::Tournament, Body("id"), RUN),
    get("/tournament/form/{id}", Verified).over(Thing::Tournament, Path("id"), RUN),
    post("/tournament/delete-draft", Verified).over(Thing::Tournament, Body("id"), &[Role::Promoter]),
    writing_get("/tournament/cancel-tournament/{id}", Verified).over(Thing::Tournament, Path("id"), &[Role::Promoter]),
    post("/tournament/close-registration/{id}", Verified).over(Thing::Tournament, Path("id"), RUN),
    post("/tournament/tournamentlist", Anyone),
    get("/tournament/lanes", Public),
    get("/tournament/get/{id}", Public),
    get("/tournament/get/tournament-banner-detail/{id}", Public),
    get("/tournament/get/infomation-rule/{tournament_id}/{lang}", Public),
    get("/tournament/get/all-created-tournaments/{page}/{perPage}", Verified),
    post("/tournament/revision", Verified).over(Thing::Tournament, Body("id"), STAFF),
    post("/tournament/revision-log", Verified).over(Thing::Tournament, Body("id"), STAFF),
    // teams
    get("/profile/get-profile-by-id/{userId}", Anyone),
    get("/tournament/get/teamdetail/{teamId}", Anyone),
    post("/tournament/search-team", Anyone),
    post("/tournament/create-team", Verified),
    post("/tournament/update-team/{teamId}", Verified).over(Thing::Team, Path("teamId"), CAPTAIN),
    post("/tournament/user-search", Verified),
    get("/tournament/get-invited-list/{teamId}", Verified).over(Thing::Team, Path("teamId"), CAPTAIN),
    get("/tournament/get/join-request/{teamId}", Verified).over(Thing::Team, Path("teamId"), CAPTAIN),
    writing_get("/tournament/join-team/{teamId}", Verified),
    get("/tournament/get-join-team-request-id", Member),
    writing_get("/tournament/cancel-team/{id}", Verified).over(
        Thing::MembershipOffer,
        Path("id"),
        &[Role::Applicant, Role::Captain],
    ),
    writing_get("/tournament/accept-request/{id}", Verified).over(
        Thing::MembershipOffer,
        Path("id"),
        &[Role::Captain, Role::Invited],
    ),
    writing_get("/tournament/accept-invite-user/{id}", Verified).over(Thing::MembershipOffer, Path("id"), &[Role::Invited]),
    writing_get("/tournament/decline-request/{id}", Verified).over(
        Thing::MembershipOffer,
        Path("id"),
        &[Role::Captain, Role::Invited],
    ),
    // Whoever is not in the team has left it.
    writing_get("/tournament/leave-team/{teamId}", Verified),
    post("/tournament/stay-in-team", Verified).over(Thing::Team, Body("teamId"), &[Role::Captain, Role::Member]),
    post("/tournament/approve-leave", Verified).over(Thing::Team, Body("teamId"), CAPTAIN),
    writing_get("/tournament/kick-out/{teamId}/{userId}", Verified).over(Thing::Team, Path("teamId"), CAPTAIN),
    post("/tournament/promote-member-to-captain", Verified).over(Thing::Team, Body("teamId"), CAPTAIN),
    post("/tournament/disband-team", Verified).over(Thing::Team, Body("teamId"), CAPTAIN),
    // operator
    post("/operator/users/{userId}/suspend", Operator),
    post("/operator/users/{userId}/restore", Operator),
    post("/operator/payment-channels/{code}", Operator),
    get("/operator/repairs", Operator),
    post("/operator/repairs/{deliveryId}", Operator),
    get("/operator/unmatched-charges", Operator),
    post("/operator/unmatched-charges/{id}", Operator),
    get("/operator/refunds", Operator),
    post("/operator/refunds/{key}", Operator),
];

/// The row of a call. `HEAD` finds the row of `GET`.
pub fn find(method: &Method, path: &str) -> Option<&'static Rule> {
    let method = if method == Method::HEAD { &Method::GET } else { method };
    RULES.iter().find(|rule| rule.path == path && rule.verb.methods().contains(method))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_one_row() {
        for (index, rule) in RULES.iter().enumerate() {
            let path = rule.path;
            let same = |before: &&Rule| {
                before.path == path && before.verb.methods().iter().any(|method| rule.verb.methods().contains(method))
            };
            assert_eq!(RULES[..index].iter().find(same), None, "{path} stands twice");
            assert!(path.starts_with('/') && !path.starts_with("/api"), "{path}");
        }
    }

    /// Without a session nobody can have a role; and a cached answer does not reach us every time.
    #[test]
    fn a_right_needs_a_member_and_what_writes_is_kept_nowhere() {
        for rule in RULES {
            assert!(rule.over.is_none() || !matches!(rule.who, Public | Anyone), "{}", rule.path);
            assert!(rule.verb != Verb::WritingGet || rule.who != Public, "{}", rule.path);
            if let Some(Over { named: Path(name), .. }) = rule.over {
                assert!(rule.path.contains(&format!("{{{name}}}")), "{}", rule.path);
            }
        }
    }
}
