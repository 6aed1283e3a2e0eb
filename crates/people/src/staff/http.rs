//! The calls of coming into the console, and of one's own second factors.

use axum::extract::{FromRequestParts, State};
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite as CookieSameSite};
use chrono::{DateTime, Utc};
use manao_domain::staff::{FRESH, LONGEST, StaffRole};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::factors::{self, Factor, Factors};
use super::letters::FactorNews;
use super::passkeys::{self, PasskeyAnswer, PasskeyRequest};
use super::totp::{self, NewTotp};
use super::{recovery, session};
use crate::account::{Origin, shown_device};
use manao_kernel::access::{CONSOLE_COOKIE, ClientAddress, Member, SameSite, Staff, StaffMember};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Problem, codes};

/// Longest name of a passkey, in characters.
const NAME: usize = 60;

/// Where I stand before the console.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleEntry {
    name: String,
    roles: Vec<StaffRole>,
    factors: Factors,
    /// Whether this site can have passkeys: its address has a domain
    passkeys_offered: bool,
    /// My session in the console; absent before a second factor
    #[serde(skip_serializing_if = "Option::is_none")]
    console: Option<ConsoleInfo>,
    /// New recovery codes, shown this once
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery_codes: Option<Vec<String>>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleInfo {
    /// Time at which it ends if nothing is called before
    ends_at: DateTime<Utc>,
    /// Time until which the factor counts as just given
    fresh_until: DateTime<Utc>,
}

#[derive(Deserialize, ToSchema)]
pub struct FactorCode {
    /// Six digits of the authenticator app, or a recovery code
    #[schema(max_length = 64)]
    code: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddPasskey {
    /// As I call it, such as `Work laptop`
    name: String,
    #[schema(value_type = String)]
    challenge_id: Uuid,
    /// A `PublicKeyCredential`, as JSON
    #[schema(value_type = Object)]
    credential: Value,
}

#[derive(Deserialize, ToSchema)]
pub struct RemovePasskey {
    id: i64,
}

/// Somebody on the way in: the request comes from our own page.
pub struct Entering {
    member: Member,
    origin: Origin,
    jar: CookieJar,
}

impl FromRequestParts<App> for Entering {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        SameSite::from_request_parts(parts, app).await?;
        let StaffMember(member) = StaffMember::from_request_parts(parts, app).await?;
        let address = ClientAddress::from_request_parts(parts, app).await?;
        let jar = CookieJar::from_headers(&parts.headers);
        let origin = Origin {
            user_agent: parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).map(str::to_owned),
            address: address.0,
            device: shown_device(&jar),
            ..Origin::default()
        };
        Ok(Self { member, origin, jar })
    }
}

type Entered = Result<(CookieJar, Json<ConsoleEntry>), Problem>;

async fn entry(app: &App, member: &Member, recovery_codes: Option<Vec<String>>) -> Result<ConsoleEntry, Problem> {
    let mut conn = app.db.acquire().await?;
    let factors = Factors::load(&mut conn, member.user_id).await?;
    let name =
        sqlx::query_scalar!("select display_name from people.users where id = $1", member.user_id).fetch_one(&mut *conn).await?;
    let console = member
        .console
        .map(|console| ConsoleInfo { ends_at: console.times.ends_at(), fresh_until: console.times.factor_at + FRESH });
    Ok(ConsoleEntry {
        name,
        roles: member.roles.clone(),
        factors,
        passkeys_offered: passkeys::offered(app),
        console,
        recovery_codes,
    })
}

/// Commits what proved the factor together with the entry, and answers with the new state and its cookie.
async fn enter(mut change: Change, entering: Entering, factor: Factor, recovery_codes: Option<Vec<String>>) -> Entered {
    let Entering { mut member, origin, jar } = entering;
    let app = change.app().clone();
    let entered = session::enter(&mut change, &member, factor, &origin).await?;
    change.commit().await?;
    member.console = Some(entered.console);
    let jar = match &entered.secret {
        Some(secret) => jar.add(cookie(&app, secret.reveal(), LONGEST.num_seconds())),
        None => jar,
    };
    Ok((jar, Json(entry(&app, &member, recovery_codes).await?)))
}

fn cookie(app: &App, value: &str, seconds: i64) -> Cookie<'static> {
    Cookie::build((CONSOLE_COOKIE, value.to_owned()))
        .path("/api")
        .http_only(true)
        .secure(app.settings.secure_cookies())
        .same_site(CookieSameSite::Strict)
        .max_age(cookie::time::Duration::seconds(seconds))
        .build()
}

/// Where I stand before the console
#[utoipa::path(get, path = "/console/entry", tag = "console", responses((status = 200, body = ConsoleEntry)))]
pub async fn get_entry(State(app): State<App>, StaffMember(member): StaffMember) -> Result<Json<ConsoleEntry>, Problem> {
    Ok(Json(entry(&app, &member, None).await?))
}

/// Enter by a code of my authenticator app, or give my factor again
///
/// Each code is accepted once.
#[utoipa::path(post, path = "/console/entry/totp", tag = "console", request_body = FactorCode, responses((status = 200, body = ConsoleEntry)))]
pub async fn enter_by_totp(State(app): State<App>, entering: Entering, Json(given): Json<FactorCode>) -> Entered {
    app.limit(limits::FACTOR, entering.member.user_id)?;
    let mut change = app.change().await?;
    totp::prove(&mut change, entering.member.user_id, &given.code).await?;
    enter(change, entering, Factor::Totp, None).await
}

/// Enter by a recovery code, which is used up
#[utoipa::path(post, path = "/console/entry/recovery-code", tag = "console", request_body = FactorCode, responses((status = 200, body = ConsoleEntry)))]
pub async fn enter_by_recovery_code(State(app): State<App>, entering: Entering, Json(given): Json<FactorCode>) -> Entered {
    app.limit(limits::FACTOR, entering.member.user_id)?;
    let mut change = app.change().await?;
    recovery::prove(&mut change, entering.member.user_id, &given.code).await?;
    enter(change, entering, Factor::RecoveryCode, None).await
}

/// Ask my browser for one of my passkeys
#[utoipa::path(post, path = "/console/entry/passkey/begin", tag = "console", responses((status = 200, body = PasskeyRequest)))]
pub async fn begin_passkey(State(app): State<App>, entering: Entering) -> Result<Json<PasskeyRequest>, Problem> {
    app.limit(limits::FACTOR, entering.member.user_id)?;
    let mut change = app.change().await?;
    let request = passkeys::begin_proof(&mut change, &entering.member).await?;
    change.commit().await?;
    Ok(Json(request))
}

/// Enter by a passkey, or give my factor again
#[utoipa::path(post, path = "/console/entry/passkey", tag = "console", request_body = PasskeyAnswer, responses((status = 200, body = ConsoleEntry)))]
pub async fn enter_by_passkey(State(app): State<App>, entering: Entering, Json(answer): Json<PasskeyAnswer>) -> Entered {
    app.limit(limits::FACTOR, entering.member.user_id)?;
    let asked = passkeys::asked_proof(&app, &entering.member, answer.challenge_id).await?;
    let mut change = app.change().await?;
    passkeys::prove(&mut change, &entering.member, &asked, answer.credential).await?;
    enter(change, entering, Factor::Passkey, None).await
}

/// Leave the console; the login stays
#[utoipa::path(post, path = "/console/entry/leave", tag = "console", responses((status = 200, body = ConsoleEntry)))]
pub async fn leave(State(app): State<App>, entering: Entering) -> Entered {
    let Entering { mut member, jar, .. } = entering;
    if let Some(console) = member.console.take() {
        let mut change = app.change().await?;
        session::leave(&mut change, console).await?;
        change.commit().await?;
    }
    Ok((jar.add(cookie(&app, "", 0)), Json(entry(&app, &member, None).await?)))
}

/// Begin to set up an authenticator app
#[utoipa::path(post, path = "/console/factors/totp/begin", tag = "console", responses((status = 200, body = NewTotp)))]
pub async fn begin_totp(State(app): State<App>, entering: Entering) -> Result<Json<NewTotp>, Problem> {
    app.limit(limits::FACTOR, entering.member.user_id)?;
    let mut change = app.change().await?;
    factors::may_set_up(&app, change.conn(), &entering.member).await?;
    let account = account(&mut change, entering.member.user_id).await?;
    let new = totp::begin(&mut change, entering.member.user_id, &account).await?;
    change.commit().await?;
    Ok(Json(new))
}

/// Confirm my authenticator app by its first code; with the first factor I am in the console
#[utoipa::path(post, path = "/console/factors/totp/confirm", tag = "console", request_body = FactorCode, responses((status = 200, body = ConsoleEntry)))]
pub async fn confirm_totp(State(app): State<App>, entering: Entering, Json(given): Json<FactorCode>) -> Entered {
    let user_id = entering.member.user_id;
    app.limit(limits::FACTOR, user_id)?;
    let mut change = app.change().await?;
    factors::may_set_up(&app, change.conn(), &entering.member).await?;
    totp::confirm(&mut change, user_id, &given.code).await?;
    factors::changed(&mut change, user_id, "totp_set_up", FactorNews::TotpSetUp).await?;
    let codes = first_codes(&mut change, user_id).await?;
    enter(change, entering, Factor::Totp, codes).await
}

/// Ask my browser for a new passkey
#[utoipa::path(post, path = "/console/factors/passkeys/begin", tag = "console", responses((status = 200, body = PasskeyRequest)))]
pub async fn begin_new_passkey(State(app): State<App>, entering: Entering) -> Result<Json<PasskeyRequest>, Problem> {
    app.limit(limits::FACTOR, entering.member.user_id)?;
    let mut change = app.change().await?;
    factors::may_set_up(&app, change.conn(), &entering.member).await?;
    let account = account(&mut change, entering.member.user_id).await?;
    let request = passkeys::begin_registration(&mut change, &entering.member, &account).await?;
    change.commit().await?;
    Ok(Json(request))
}

/// Keep a new passkey; with the first factor I am in the console
#[utoipa::path(post, path = "/console/factors/passkeys", tag = "console", request_body = AddPasskey, responses((status = 200, body = ConsoleEntry)))]
pub async fn add_passkey(State(app): State<App>, entering: Entering, Json(new): Json<AddPasskey>) -> Entered {
    let user_id = entering.member.user_id;
    app.limit(limits::FACTOR, user_id)?;
    let name = manao_domain::profile::line(&new.name, NAME)
        .ok()
        .flatten()
        .ok_or_else(|| Problem::invalid("name", codes::field_required))?;
    let asked = passkeys::asked_registration(&app, &entering.member, new.challenge_id).await?;
    let mut change = app.change().await?;
    factors::may_set_up(&app, change.conn(), &entering.member).await?;
    passkeys::finish_registration(&mut change, &entering.member, &name, &asked, new.credential).await?;
    factors::changed(&mut change, user_id, "passkey_added", FactorNews::PasskeyAdded).await?;
    let codes = first_codes(&mut change, user_id).await?;
    enter(change, entering, Factor::Passkey, codes).await
}

/// Recovery codes come with the first factor.
async fn first_codes(change: &mut Change, user_id: i64) -> Result<Option<Vec<String>>, Problem> {
    if recovery::were_given(change.conn(), user_id).await? {
        return Ok(None);
    }
    Ok(Some(recovery::renew(change, user_id).await?))
}

/// The name by which an authenticator shows the account.
async fn account(change: &mut Change, user_id: i64) -> Result<String, Problem> {
    let row = sqlx::query!("select email::text as email, display_name from people.users where id = $1", user_id)
        .fetch_one(change.conn())
        .await?;
    Ok(row.email.unwrap_or(row.display_name))
}

/// Stop using my authenticator app
#[utoipa::path(post, path = "/console/factors/totp/remove", tag = "console", responses((status = 200, body = ConsoleEntry)))]
pub async fn remove_totp(State(app): State<App>, staff: Staff) -> Result<Json<ConsoleEntry>, Problem> {
    let mut change = app.change().await?;
    not_last(&mut change, staff.user_id).await?;
    let gone = sqlx::query!("delete from people.totp_factors where user_id = $1 and confirmed_at is not null", staff.user_id)
        .execute(change.conn())
        .await?;
    if gone.rows_affected() == 0 {
        return Err(codes::factor_missing.into());
    }
    factors::changed(&mut change, staff.user_id, "totp_removed", FactorNews::TotpRemoved).await?;
    change.commit().await?;
    Ok(Json(entry(&app, &staff, None).await?))
}

/// Remove one of my passkeys
#[utoipa::path(post, path = "/console/factors/passkeys/remove", tag = "console", request_body = RemovePasskey, responses((status = 200, body = ConsoleEntry)))]
pub async fn remove_passkey(
    State(app): State<App>,
    staff: Staff,
    Json(wanted): Json<RemovePasskey>,
) -> Result<Json<ConsoleEntry>, Problem> {
    let mut change = app.change().await?;
    not_last(&mut change, staff.user_id).await?;
    let gone = sqlx::query!("delete from people.passkeys where id = $1 and user_id = $2", wanted.id, staff.user_id)
        .execute(change.conn())
        .await?;
    if gone.rows_affected() == 0 {
        return Err(codes::factor_missing.into());
    }
    factors::changed(&mut change, staff.user_id, "passkey_removed", FactorNews::PasskeyRemoved).await?;
    change.commit().await?;
    Ok(Json(entry(&app, &staff, None).await?))
}

/// New recovery codes; the earlier ones no longer work
#[utoipa::path(post, path = "/console/factors/recovery-codes", tag = "console", responses((status = 200, body = ConsoleEntry)))]
pub async fn new_recovery_codes(State(app): State<App>, staff: Staff) -> Result<Json<ConsoleEntry>, Problem> {
    app.limit(limits::FACTOR, staff.user_id)?;
    let mut change = app.change().await?;
    let codes = recovery::renew(&mut change, staff.user_id).await?;
    factors::changed(&mut change, staff.user_id, "recovery_codes_renewed", FactorNews::RecoveryCodes).await?;
    change.commit().await?;
    Ok(Json(entry(&app, &staff, Some(codes)).await?))
}

/// Two removals at once must not remove the last two factors: one waits for the other.
async fn not_last(change: &mut Change, user_id: i64) -> Result<(), Problem> {
    change.lock(&format!("factors {user_id}")).await?;
    if Factors::load(change.conn(), user_id).await?.count() > 1 { Ok(()) } else { Err(codes::factor_last.into()) }
}
