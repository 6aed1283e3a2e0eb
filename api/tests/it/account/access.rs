//! Access to signing in and out, and to contact details.

use serde_json::json;

use super::case::{cases, get, post, writing_get};
use super::stage::{Owned, owned_by};
use crate::support::{Client, World};

cases! {
    auth_login: writing_get("/auth/login");
    oauth_sessions: post("/oauth/sessions");
    oauth_refresh_token: post("/oauth/refresh-token").with(|_| json!({"refresh_token": "x"}));
    oauth_logout: post("/oauth/logout");
    oauth_login_ais: post("/oauth/login-ais");
    oauth_register_ais: post("/oauth/register-ais");
    oauth_login_password: post("/oauth/login-password");
    user_me: get("/user/me");
    user_me_esport: get("/user/me-esport");
    account_check: get("/account/check");
    account_continue: post("/account/continue").with(|_| json!({"selectedUserId": 4_711}));
    account_sessions: get("/account/sessions");
    account_sessions_end: post("/account/sessions/end");
    account_login_codes: get("/account/login-codes");
    post_account_login_codes: post("/account/login-codes").with(|_| json!({"stopped": false}));
    account_proof: get("/account/proof");
    post_account_proof: post("/account/proof").with(|_| json!({"password": "x"}));
    account_proof_send: post("/account/proof/send").with(|_| json!({"to": "email"}));
    account_mail: get("/account/mail");
    post_account_mail: post("/account/mail").with(|_| json!({"language": "th", "receipts": true, "orders": false}));
    mail_unsubscribe: get("/mail/unsubscribe");
    post_mail_unsubscribe: post("/mail/unsubscribe");
    account_verify_email: post("/account/verify-email").with(|_| json!({"email": "nobody"}));
    account_confirm_email: post("/account/confirm-email");
}

/// Returns another device of the owner.
pub async fn session(world: &World, owner: Client) -> Owned {
    let id = world.session(owner.user_id).await.session_id;
    Owned {
        id: json!(id),
        secrets: vec![id.to_string()],
        state: "select (ended_at is null)::text from people.sessions where id = $1::uuid",
        parts: json!({}),
        holders: owned_by(owner),
    }
}
