//! Mail preferences: in the profile, and through the link in a mail.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::kinds::Topic;
use super::link::UnsubscribeTarget;
use super::store;
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Problem, Query, codes};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailSettings {
    /// The verified address; without one no mail is sent
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// Language of mails and texts
    language: Lang,
    /// Whether a receipt is mailed when an order is delivered
    receipts: bool,
    /// Whether a mail is sent when an order is late, needs a repair, or comes out of it
    orders: bool,
    /// Whether answers of our team are mailed
    support: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailChoice {
    language: Lang,
    receipts: bool,
    orders: bool,
    /// Unchanged when absent
    #[serde(default)]
    support: Option<bool>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinkQuery {
    /// Token from the mail's link
    token: String,
}

#[derive(Serialize, ToSchema)]
pub struct MailSwitchedOff {
    topic: Topic,
}

/// My mail preferences
#[utoipa::path(get, path = "/account/mail", tag = "account", responses((status = 200, body = MailSettings)))]
pub async fn mail_settings(State(app): State<App>, member: Member) -> Result<Json<MailSettings>, Problem> {
    load(&app, member.user_id).await.map(Json)
}

/// Choose which mails I get
///
/// Security mails (codes, new devices, a changed password or address) are always sent.
#[utoipa::path(post, path = "/account/mail", tag = "account", request_body = MailChoice, responses((status = 200, body = MailSettings)))]
pub async fn choose_mail(
    State(app): State<App>,
    member: Member,
    Json(choice): Json<MailChoice>,
) -> Result<Json<MailSettings>, Problem> {
    let mut change = app.change().await?;
    store::choose(&mut change, member.user_id, Topic::Receipts, choice.receipts).await?;
    store::choose(&mut change, member.user_id, Topic::Orders, choice.orders).await?;
    if let Some(support) = choice.support {
        store::choose(&mut change, member.user_id, Topic::Support, support).await?;
    }
    sqlx::query!(
        "update people.users set language = $2, version = version + 1 where id = $1 and language <> $2",
        member.user_id,
        choice.language.as_str()
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    load(&app, member.user_id).await.map(Json)
}

async fn load(app: &App, user_id: i64) -> Result<MailSettings, Problem> {
    let row = sqlx::query!(
        r#"select case when email_verified_at is not null then email::text end as address, language as "language: Lang" from people.users where id = $1"#,
        user_id
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::session_revoked)?;
    let off = store::switched_off(app, user_id).await?;
    Ok(MailSettings {
        address: row.address,
        language: row.language,
        receipts: !off.contains(&Topic::Receipts),
        orders: !off.contains(&Topic::Orders),
        support: !off.contains(&Topic::Support),
    })
}

/// The page behind a mail's unsubscribe link
///
/// Opening it changes nothing, because mail scanners open every link.
#[utoipa::path(get, path = "/mail/unsubscribe", tag = "account", params(LinkQuery), responses((status = 303)))]
pub async fn unsubscribe_page(lang: Lang, Query(query): Query<LinkQuery>) -> impl IntoResponse {
    let token: String = url::form_urlencoded::byte_serialize(query.token.as_bytes()).collect();
    let page = format!("{}/mail/unsubscribe?token={token}", lang.prefix());
    (StatusCode::SEE_OTHER, [(LOCATION, page), (CACHE_CONTROL, "no-store".to_owned())])
}

/// Switch this kind of mail off
///
/// One click in a mail program (RFC 8058), whose body is ignored, or from the page. No session is needed: the link is signed.
#[utoipa::path(post, path = "/mail/unsubscribe", tag = "account", params(LinkQuery), responses((status = 200, body = MailSwitchedOff)))]
pub async fn unsubscribe(State(app): State<App>, Query(query): Query<LinkQuery>) -> Result<Json<MailSwitchedOff>, Problem> {
    let UnsubscribeTarget { user_id, topic } = UnsubscribeTarget::parse(&app, &query.token)?;
    let mut change = app.change().await?;
    store::choose(&mut change, user_id, topic, false).await?;
    change.commit().await?;
    Ok(Json(MailSwitchedOff { topic }))
}
