//! How a person is notified of esports messages when they are not on the page. Open to suspended people too, as their inbox is.

use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use manao_domain::email;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::settings::{self, MailChoice, NoticePreferences};
use super::subscriptions::{self, PushSubscription};
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::limits::CHANGE_NOTICES;

use manao_kernel::problem::{Form, Json, Problem, codes};
use manao_kernel::providers::push::{Browser, PushServices};

const LONGEST_ENDPOINT: usize = 1024;
const DAY: i32 = 24 * 60;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeSettings {
    push: bool,
    mail: MailChoice,
    /// Minute of the day in Bangkok from which notices wait; absent when they never wait
    #[serde(skip_serializing_if = "Option::is_none")]
    quiet_from: Option<i32>,
    /// Minute of the day at which waiting messages are sent as one
    #[serde(skip_serializing_if = "Option::is_none")]
    quiet_to: Option<i32>,
    /// Key that a browser subscribes with (`applicationServerKey`, base64url)
    public_key: String,
    /// Browsers that receive pushes, newest first, 10 at most
    subscriptions: Vec<PushSubscription>,
    /// The verified address that mail would go to, masked
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeChoice {
    push: bool,
    mail: MailChoice,
    /// Minute of the day in Bangkok, 0 to 1439; give both this and `quietTo`, or neither
    quiet_from: Option<i32>,
    /// Another minute; quiet hours may span midnight
    quiet_to: Option<i32>,
}

#[derive(Deserialize, ToSchema)]
pub struct PushBrowser {
    /// Address at a push service that the shop knows
    endpoint: String,
    keys: PushKeys,
}

/// Keys as the browser provides them, base64url
#[derive(Deserialize, ToSchema)]
pub struct PushKeys {
    p256dh: String,
    auth: String,
}

/// A browser, by the address it knows itself by, or by its id in the list
#[derive(Deserialize, ToSchema)]
pub struct ForgottenBrowser {
    endpoint: Option<String>,
    id: Option<i64>,
}

/// How I am notified of esports messages
#[utoipa::path(get, path = "/notification/settings", tag = "inbox", responses((status = 200, body = NoticeSettings)))]
pub async fn notice_settings(State(app): State<App>, member: Member) -> Result<Json<NoticeSettings>, Problem> {
    load(&app, &member).await.map(Json)
}

/// Choose how I am notified of esports messages
///
/// A message that I have not read within some seconds is pushed to my browsers and mailed, as I choose, once. In quiet hours it waits, and all
/// waiting messages are sent as one when they end. A match that starts within the hour is notified at once.
#[utoipa::path(post, path = "/notification/settings", tag = "inbox", request_body = NoticeChoice,
    responses((status = 200, body = NoticeSettings)))]
pub async fn choose_notices(
    State(app): State<App>,
    member: Member,
    Json(choice): Json<NoticeChoice>,
) -> Result<Json<NoticeSettings>, Problem> {
    app.limit(CHANGE_NOTICES, member.user_id)?;
    let mut form = Form::default();
    let minute = |minute: Option<i32>| minute.is_none_or(|minute| (0..DAY).contains(&minute));
    if !minute(choice.quiet_from) || choice.quiet_from.is_none() != choice.quiet_to.is_none() {
        form.refuse("quietFrom", codes::field_invalid);
    }
    if !minute(choice.quiet_to) {
        form.refuse("quietTo", codes::field_invalid);
    }
    let quiet = choice.quiet_from.zip(choice.quiet_to);
    if quiet.is_some_and(|(from, to)| from == to) {
        form.refuse("quietTo", codes::quiet_hours_empty);
    }
    form.check()?;
    let mut change = app.change().await?;
    settings::write(&mut change, member.user_id, choice.push, choice.mail, quiet).await?;
    change.commit().await?;
    load(&app, &member).await.map(Json)
}

/// Push to this browser
///
/// Takes the result of `PushManager.subscribe` with `publicKey`. Repeat it after each login; a browser gets no more pushes once its session has
/// ended.
#[utoipa::path(post, path = "/notification/push", tag = "inbox", request_body = PushBrowser,
    responses((status = 200, body = NoticeSettings)))]
pub async fn subscribe_to_push(
    State(app): State<App>,
    member: Member,
    Json(browser): Json<PushBrowser>,
) -> Result<Json<NoticeSettings>, Problem> {
    app.limit(CHANGE_NOTICES, member.user_id)?;
    let mut form = Form::default();
    let endpoint = app.push.known(&browser.endpoint).filter(|endpoint| endpoint.len() <= LONGEST_ENDPOINT);
    if endpoint.is_none() {
        form.refuse("endpoint", codes::push_endpoint_invalid);
    }
    let read = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
    let (p256dh, auth) = (read(&browser.keys.p256dh), read(&browser.keys.auth));
    if !PushServices::are_keys(&p256dh, &auth) {
        form.refuse("keys", codes::field_invalid);
    }
    form.check()?;
    subscriptions::add(&app, &member, &Browser { endpoint: endpoint.unwrap_or_default(), p256dh, auth }).await?;
    load(&app, &member).await.map(Json)
}

/// Stop pushing to a browser
#[utoipa::path(post, path = "/notification/push/forget", tag = "inbox", request_body = ForgottenBrowser,
    responses((status = 200, body = Empty)))]
pub async fn forget_push(
    State(app): State<App>,
    member: Member,
    Json(browser): Json<ForgottenBrowser>,
) -> Result<Json<Empty>, Problem> {
    app.limit(CHANGE_NOTICES, member.user_id)?;
    // Compare in the stored form, however the address is written here.
    let endpoint = browser.endpoint.map(|endpoint| app.push.known(&endpoint).unwrap_or(endpoint));
    let mut change = app.change().await?;
    subscriptions::forget(&mut change, member.user_id, endpoint.as_deref(), browser.id).await?;
    change.commit().await?;
    Ok(Json(Empty {}))
}

async fn load(app: &App, member: &Member) -> Result<NoticeSettings, Problem> {
    let NoticePreferences { push, mail, quiet, email } =
        settings::load(&app.db, member.user_id).await?.ok_or(codes::session_revoked)?;
    Ok(NoticeSettings {
        push,
        mail,
        quiet_from: quiet.map(|(from, _)| from),
        quiet_to: quiet.map(|(_, to)| to),
        public_key: subscriptions::key(app, &app.push).await?.public.clone(),
        subscriptions: subscriptions::list(&app.db, member).await?,
        email: email.as_deref().map(email::masked),
    })
}
