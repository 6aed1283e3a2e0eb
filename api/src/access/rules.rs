//! Every call and who may make it. A route without a row does not start.

use axum::http::Method;

use crate::problem::{Code, codes};

/// Who may make a call; each admits those below it in the list too, except that an operator need not be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// No session needed, and the answer is nobody's in particular: it may be kept on its way. Every other answer says `no-store`.
    Public,
    /// No session needed. Webhooks, which prove themselves by a signature, are of this kind.
    Anyone,
    /// A living session, even of a suspended person
    Member,
    /// Not suspended
    Active,
    /// Not suspended, verified, and the terms accepted
    Verified,
    /// Staff
    Operator,
}

impl Who {
    /// For the documentation.
    pub fn words(self) -> &'static str {
        match self {
            Public | Anyone => "anyone",
            Member => "who is signed in, even if suspended",
            Active => "who is signed in and not suspended",
            Verified => "who is signed in, not suspended, has a verified e-mail or mobile number and has accepted the terms",
            Operator => "staff",
        }
    }

    /// With which codes the guard refuses everybody else.
    pub fn refusals(self) -> &'static [Code] {
        use codes::{account_suspended, operator_required, session_expired, session_required, session_revoked};
        use codes::{terms_required, verification_required};
        match self {
            Public | Anyone => &[],
            Member => &[session_required, session_expired, session_revoked],
            Active => &[session_required, session_expired, session_revoked, account_suspended],
            Verified => {
                &[session_required, session_expired, session_revoked, account_suspended, verification_required, terms_required]
            }
            Operator => &[session_required, session_expired, session_revoked, account_suspended, operator_required],
        }
    }
}

use Who::{Active, Anyone, Member, Operator, Public, Verified};

/// Method, path under `/api`, who.
pub const RULES: &[(Method, &str, Who)] = &[
    (Method::GET, "/openapi.json", Public),
    // account
    (Method::GET, "/auth/login", Anyone),
    (Method::POST, "/oauth/sessions", Anyone),
    (Method::POST, "/oauth/refresh-token", Anyone),
    (Method::POST, "/oauth/logout", Anyone),
    (Method::POST, "/oauth/login-ais", Anyone),
    (Method::POST, "/oauth/register-ais", Anyone),
    (Method::POST, "/oauth/login-password", Anyone),
    (Method::GET, "/user/me", Member),
    (Method::GET, "/user/me-esport", Member),
    // Account sync; a suspended person accepts the terms too, or could never read.
    (Method::GET, "/account/check", Member),
    (Method::POST, "/account/continue", Member),
    (Method::GET, "/account/sessions", Member),
    (Method::POST, "/account/sessions/end", Member),
    // mail
    (Method::GET, "/account/mail", Member),
    (Method::POST, "/account/mail", Member),
    (Method::GET, "/mail/unsubscribe", Anyone),
    (Method::POST, "/mail/unsubscribe", Anyone),
    (Method::POST, "/account/verify-email", Active),
    (Method::POST, "/account/confirm-email", Active),
    // mobile numbers
    (Method::POST, "/send-OTP", Anyone),
    (Method::POST, "/confirm-OTP", Anyone),
    (Method::POST, "/account/verify-mobile-number", Active),
    (Method::POST, "/account/confirm-mobile-number", Active),
    (Method::POST, "/user/validate-mobile-mumber", Member),
    (Method::POST, "/user/check-mobile-number", Member),
    (Method::POST, "/get-network-type", Member),
    (Method::POST, "/get-profile-type", Member),
    (Method::POST, "/credit-limit/check-credit-balance", Member),
    (Method::GET, "/kyc/check-kyc-mobile-number/{mobile}", Member),
    (Method::GET, "/kyc/check-user-kyc", Member),
    (Method::POST, "/kyc/get-otp", Active),
    (Method::POST, "/kyc/confirm-otp", Active),
    // catalogue
    (Method::GET, "/schema.graphql", Public),
    (Method::POST, "/home", Public),
    (Method::POST, "/product", Public),
    (Method::POST, "/shelf-bases", Public),
    (Method::POST, "/banner-in-page", Public),
    (Method::POST, "/app-config", Public),
    (Method::POST, "/flash-sale", Public),
    (Method::POST, "/promotion", Public),
    (Method::POST, "/faq", Public),
    (Method::POST, "/maintenance", Public),
    (Method::POST, "/game-review", Public),
    // cart
    (Method::GET, "/cart/get-my-cart", Member),
    (Method::POST, "/cart/add", Active),
    (Method::POST, "/cart/update-qunity", Active),
    (Method::POST, "/cart/delete", Active),
    (Method::POST, "/cart/create", Active),
    // partners
    (Method::POST, "/topup/get-list-server-by", Public),
    (Method::POST, "/topup/validate-user", Anyone),
    (Method::POST, "/voucher/check-stock", Public),
    // payments
    (Method::POST, "/payment/get-payment-channel-by", Member),
    (Method::POST, "/payment/get-bank-by", Public),
    (Method::POST, "/payment-avaliable/check-payment-avaliable", Public),
    (Method::POST, "/rule/check-rule", Member),
    // orders
    (Method::POST, "/purchase/create-order", Verified),
    (Method::POST, "/purchase/get-my-purchase", Member),
    (Method::POST, "/purchase/get-by-id", Member),
    (Method::POST, "/purchase/get-by-transaction-id", Member),
    (Method::POST, "/purchase/check-order", Member),
    (Method::POST, "/purchase/check-order-timeout", Member),
    (Method::POST, "/purchase/update-order-status", Active),
    (Method::POST, "/purchase/reveal-code", Member),
    (Method::GET, "/purchase/receipt/{number}", Member),
    // The terms were asked for when the order was placed: newer ones do not keep a texted code from being used.
    (Method::POST, "/order-confirm", Active),
    (Method::POST, "/webhooks/opn", Anyone),
    (Method::POST, "/webhooks/telecom", Anyone),
    (Method::POST, "/webhooks/partners/{partner}", Anyone),
    // inbox
    (Method::POST, "/user-notification/get-my-inbox", Member),
    (Method::POST, "/user-notification/check-unread-inbox", Member),
    (Method::POST, "/user-notification/read-inbox", Member),
    (Method::POST, "/user-notification/delete-inbox", Member),
    (Method::POST, "/user-notification/mark-all-as-read", Member),
    (Method::GET, "/notification/get", Member),
    (Method::GET, "/notification/get/", Member),
    (Method::POST, "/notification/read/notification/{id}", Member),
    (Method::POST, "/notification/read/all", Member),
    // coupons
    (Method::POST, "/user-coupon/get-my-coupon", Member),
    (Method::POST, "/coupon/redeem-coupon", Active),
    (Method::POST, "/coupon/check-coupon", Member),
    // favourites and log
    (Method::GET, "/user-favorite/get-by", Member),
    (Method::POST, "/user-favorite/add", Active),
    (Method::POST, "/user-favorite/delete", Active),
    (Method::POST, "/user/get-game-id", Member),
    (Method::POST, "/user-log/revision", Member),
    // files
    (Method::POST, "/utils/upload/{dir}/", Active),
    // profile
    (Method::GET, "/user/profile/get", Member),
    (Method::POST, "/user/edit-profile", Active),
    (Method::GET, "/profile/get-profile-by-id/{userId}", Member),
    (Method::POST, "/user/change-password", Active),
    (Method::POST, "/user/document/upload", Active),
    (Method::POST, "/user/document/delete", Active),
    (Method::GET, "/user/document/view/{id}", Member),
    (Method::GET, "/organization/type/list/get", Member),
    (Method::GET, "/organization/list/get", Member),
    // operator
    (Method::POST, "/operator/users/{userId}/suspend", Operator),
    (Method::POST, "/operator/users/{userId}/restore", Operator),
    (Method::POST, "/operator/payment-channels/{code}", Operator),
    (Method::GET, "/operator/repairs", Operator),
    (Method::POST, "/operator/repairs/{deliveryId}", Operator),
    (Method::GET, "/operator/unmatched-charges", Operator),
    (Method::POST, "/operator/unmatched-charges/{id}", Operator),
    (Method::GET, "/operator/refunds", Operator),
    (Method::POST, "/operator/refunds/{key}", Operator),
];

/// The row of a call. `HEAD` is answered as `GET` is.
pub fn find(method: &Method, path: &str) -> Option<Who> {
    let method = if method == Method::HEAD { &Method::GET } else { method };
    RULES.iter().find(|(m, p, _)| m == method && *p == path).map(|(_, _, who)| *who)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_one_row() {
        for (index, (method, path, _)) in RULES.iter().enumerate() {
            assert!(!RULES[..index].iter().any(|(m, p, _)| m == method && p == path), "{method} {path} stands twice");
            assert!(path.starts_with('/') && !path.starts_with("/api"), "{path}");
        }
    }
}
