//! Fresh proof that a request comes from the account's owner and not from somebody who holds an unlocked phone.
//!
//! Logging in is a proof, and so is the password or a one-time code to a verified number or e-mail afterwards. A proof belongs to its session
//! and lasts `FRESH_PROOF_MINUTES`.

use axum::extract::State;
use chrono::{DateTime, Duration, Utc};
use manao_domain::email;
use manao_domain::msisdn::Msisdn;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::otp::{self, Asker, OtpSent, Purpose, Recipient};
use crate::password;
use manao_kernel::access::{ClientAddress, Member};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Lang, Problem, codes};

/// The state of the session's proof, and the ways to renew it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProofState {
    /// Time until which no new proof is needed; absent when one is needed now
    #[serde(skip_serializing_if = "Option::is_none")]
    fresh_until: Option<DateTime<Utc>>,
    /// Whether the account has a password
    password: bool,
    /// The verified number that a code can be texted to: `08x-xxx-5671`
    #[serde(skip_serializing_if = "Option::is_none")]
    mobile_masked: Option<String>,
    /// The verified address that a code can be mailed to: `ni•••@manao.example`
    #[serde(skip_serializing_if = "Option::is_none")]
    email_masked: Option<String>,
}

/// Where the code of a proof is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProofChannel {
    /// To the verified number
    Mobile,
    /// To the verified e-mail address
    Email,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct ProofCodeRequest {
    to: ProofChannel,
}

/// The password, or the code with its reference.
#[derive(Deserialize, ToSchema)]
pub struct ProofRequest {
    password: Option<String>,
    /// As returned when the code was sent
    reference: Option<String>,
    /// Six digits
    code: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proved {
    /// Time until which no new proof is needed
    fresh_until: DateTime<Utc>,
}

/// How I can prove that it is me
///
/// Calls that answer 403 `fresh_proof_needed` want a proof that is at most `FRESH_PROOF_MINUTES` old.
#[utoipa::path(get, path = "/account/proof", tag = "account", responses((status = 200, body = ProofState)))]
pub async fn get_proof(State(app): State<App>, member: Member) -> Result<Json<ProofState>, Problem> {
    let mut conn = app.db.acquire().await?;
    let until = proved_at(&mut conn, member.session_id).await? + life(&app);
    let contacts = contacts(&mut conn, member.user_id).await?;
    Ok(Json(ProofState {
        fresh_until: Some(until).filter(|until| app.now() < *until),
        password: contacts.password,
        mobile_masked: contacts.number.map(|number| number.masked()),
        email_masked: contacts.email.as_deref().map(email::masked),
    }))
}

/// Ask for a code to prove that it is me
///
/// Goes to the account's verified number or e-mail address. 409 `proof_channel_missing` when the account has none.
#[utoipa::path(post, path = "/account/proof/send", tag = "account", request_body = ProofCodeRequest, responses((status = 200, body = OtpSent)))]
pub async fn send_proof_code(
    State(app): State<App>,
    member: Member,
    address: ClientAddress,
    lang: Lang,
    Json(request): Json<ProofCodeRequest>,
) -> Result<Json<OtpSent>, Problem> {
    let contacts = contacts(&mut *app.db.acquire().await?, member.user_id).await?;
    let sent = match request.to {
        ProofChannel::Mobile => {
            let number = contacts.number.ok_or(codes::proof_channel_missing)?;
            otp::send(&app, Purpose::Proof, &number, Asker::member(member.user_id, address.0), lang).await?
        }
        ProofChannel::Email => {
            let email = contacts.email.ok_or(codes::proof_channel_missing)?;
            otp::mail(&app, Purpose::Proof, &email, member.user_id, address.0, lang).await?
        }
    };
    Ok(Json(sent))
}

/// Prove that it is me
///
/// By the account's password, or by the code that was sent. Holds for this session.
#[utoipa::path(post, path = "/account/proof", tag = "account", request_body = ProofRequest, responses((status = 200, body = Proved)))]
pub async fn give_proof(
    State(app): State<App>,
    member: Member,
    Json(request): Json<ProofRequest>,
) -> Result<Json<Proved>, Problem> {
    let mut change = match (request.password, request.reference, request.code) {
        (_, Some(reference), Some(code)) => by_code(&app, &member, &reference, &code).await?,
        (Some(password), _, _) => {
            app.limit(limits::PASSWORD_CHANGE, member.user_id)?;
            password::ensure_current(&app, member.user_id, password).await?;
            app.change().await?
        }
        _ => return Err(Problem::invalid("password", codes::field_required)),
    };
    let now = change.now();
    sqlx::query!("update people.sessions set proved_at = $2 where id = $1", member.session_id, now)
        .execute(change.conn())
        .await?;
    change.commit().await?;
    Ok(Json(Proved { fresh_until: now + life(&app) }))
}

/// Checks that the session's person logged in or gave a proof a short time ago.
///
/// # Errors
/// 403 `fresh_proof_needed`.
pub async fn ensure_fresh(change: &mut Change, member: &Member) -> Result<(), Problem> {
    let now = change.now();
    let life = life(change.app());
    if now < proved_at(change.conn(), member.session_id).await? + life {
        return Ok(());
    }
    Err(Problem::new(codes::fresh_proof_needed).param("minutes", life.num_minutes()))
}

/// Returns how long a proof lasts.
fn life(app: &App) -> Duration {
    Duration::minutes(app.settings.fresh_proof_minutes.into())
}

/// Returns the time of the session's newest proof; logging in is the first.
async fn proved_at(conn: &mut PgConnection, session_id: Uuid) -> Result<DateTime<Utc>, Problem> {
    let at =
        sqlx::query_scalar!(r#"select greatest(created_at, proved_at) as "at!" from people.sessions where id = $1"#, session_id)
            .fetch_one(conn)
            .await?;
    Ok(at)
}

/// Checks the code. Its number or address must still be the account's.
async fn by_code(app: &App, member: &Member, reference: &str, code: &str) -> Result<Change, Problem> {
    let (mut change, to) = otp::confirm_recipient(app, Purpose::Proof, member.user_id, reference, code).await?;
    let contacts = contacts(change.conn(), member.user_id).await?;
    let is_own = match &to {
        Recipient::Number(number) => contacts.number.as_ref() == Some(number),
        Recipient::Address(address) => contacts.email.is_some_and(|email| email.eq_ignore_ascii_case(address)),
    };
    if is_own { Ok(change) } else { Err(codes::otp_expired.into()) }
}

/// The verified ways to reach an account's owner.
struct Contacts {
    password: bool,
    number: Option<Msisdn>,
    email: Option<String>,
}

async fn contacts(conn: &mut PgConnection, user_id: i64) -> Result<Contacts, Problem> {
    let found = sqlx::query!(
        r#"select case when msisdn_verified_at is not null then msisdn end as msisdn,
                  case when email_verified_at is not null then email::text end as email,
                  user_type <> 'others' and exists (select from people.passwords p where p.user_id = users.id) as "password!"
           from people.users where id = $1"#,
        user_id
    )
    .fetch_one(conn)
    .await?;
    let number = found.msisdn.as_deref().and_then(|number| Msisdn::parse(number).ok());
    Ok(Contacts { password: found.password, number, email: found.email })
}
