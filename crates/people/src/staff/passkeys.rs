//! Passkeys (WebAuthn): registered in the console, and used to come in. The browser's answers are checked by `webauthn-rs`: they must come from
//! this site, with the person's own check (finger, face or PIN).

use chrono::TimeDelta;
use manao_domain::text_enum;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::prelude::{
    CredentialID, Passkey, PasskeyAuthentication, PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential,
    Webauthn, WebauthnBuilder,
};

use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// Time that the browser's dialog may take.
const LIFE: TimeDelta = TimeDelta::minutes(5);
/// Passkeys of one person.
const MOST: usize = 10;

text_enum! {
    Purpose {
        Register = "register",
        Prove = "prove",
    }
}

/// What a browser is asked: pass `options` to `navigator.credentials`, and the answer back with the id.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyRequest {
    #[schema(value_type = String)]
    challenge_id: Uuid,
    /// `CredentialCreationOptions` or `CredentialRequestOptions`, as JSON
    #[schema(value_type = Object)]
    options: Value,
}

/// The browser's answer.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAnswer {
    #[schema(value_type = String)]
    pub challenge_id: Uuid,
    /// A `PublicKeyCredential`, as JSON
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// Whether this site can have passkeys: browsers bind them to a domain, never to an IP address.
pub fn offered(app: &App) -> bool {
    Url::parse(&app.settings.public_url).is_ok_and(|url| url.domain().is_some())
}

/// The library, set up for this site.
///
/// # Errors
/// 409 `passkeys_unavailable`.
fn webauthn(app: &App) -> Result<Webauthn, Problem> {
    let url = Url::parse(&app.settings.public_url).map_err(Problem::internal)?;
    let domain = url.domain().ok_or(codes::passkeys_unavailable)?;
    WebauthnBuilder::new(domain, &url).and_then(|builder| builder.rp_name("Manao").build()).map_err(Problem::internal)
}

async fn passkeys(conn: &mut PgConnection, user_id: i64) -> Result<Vec<Passkey>, Problem> {
    let rows = sqlx::query_scalar!(
        "select credential from people.passkeys where user_id = $1 order by id limit $2",
        user_id,
        MOST as i64
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|credential| Ok(serde_json::from_value(credential)?)).collect()
}

/// Asks for a new passkey.
pub async fn begin_registration(change: &mut Change, member: &Member, account: &str) -> Result<PasskeyRequest, Problem> {
    let known: Vec<CredentialID> =
        passkeys(change.conn(), member.user_id).await?.iter().map(|passkey| passkey.cred_id().clone()).collect();
    if known.len() >= MOST {
        return Err(codes::passkeys_full.into());
    }
    let user = Uuid::from_u128(u128::try_from(member.user_id).map_err(Problem::internal)?);
    let (options, state) =
        webauthn(change.app())?.start_passkey_registration(user, account, account, Some(known)).map_err(Problem::internal)?;
    ask(change, member, Purpose::Register, serde_json::to_value(options)?, serde_json::to_value(state)?).await
}

/// Keeps the passkey that the browser has made.
///
/// # Errors
/// 409 `factor_invalid`.
pub async fn finish_registration(
    change: &mut Change,
    member: &Member,
    name: &str,
    asked: &PasskeyRegistration,
    credential: Value,
) -> Result<(), Problem> {
    let now = change.now();
    let credential: RegisterPublicKeyCredential = parsed(credential)?;
    let passkey = webauthn(change.app())?.finish_passkey_registration(&credential, asked).map_err(refused)?;
    let added = sqlx::query!(
        "insert into people.passkeys (user_id, name, credential_id, credential, created_at) values ($1, $2, $3, $4, $5)
         on conflict (credential_id) do nothing",
        member.user_id,
        name,
        passkey.cred_id().as_slice(),
        serde_json::to_value(&passkey)?,
        now
    )
    .execute(change.conn())
    .await?;
    if added.rows_affected() == 1 { Ok(()) } else { Err(codes::factor_invalid.into()) }
}

/// Asks for one of the person's passkeys.
///
/// # Errors
/// 409 `factor_missing` without one.
pub async fn begin_proof(change: &mut Change, member: &Member) -> Result<PasskeyRequest, Problem> {
    let known = passkeys(change.conn(), member.user_id).await?;
    if known.is_empty() {
        return Err(codes::factor_missing.into());
    }
    let (options, state) = webauthn(change.app())?.start_passkey_authentication(&known).map_err(Problem::internal)?;
    ask(change, member, Purpose::Prove, serde_json::to_value(options)?, serde_json::to_value(state)?).await
}

/// Checks the browser's answer, and records the passkey's use.
///
/// # Errors
/// 409 `factor_invalid`.
pub async fn prove(
    change: &mut Change,
    member: &Member,
    asked: &PasskeyAuthentication,
    credential: Value,
) -> Result<(), Problem> {
    let now = change.now();
    let credential: PublicKeyCredential = parsed(credential)?;
    let result = webauthn(change.app())?.finish_passkey_authentication(&credential, asked).map_err(refused)?;
    let row = sqlx::query!(
        "select id, credential from people.passkeys where user_id = $1 and credential_id = $2 for update",
        member.user_id,
        result.cred_id().as_slice()
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::factor_invalid)?;
    let mut passkey: Passkey = serde_json::from_value(row.credential)?;
    passkey.update_credential(&result);
    sqlx::query!(
        "update people.passkeys set credential = $2, last_used_at = $3 where id = $1",
        row.id,
        serde_json::to_value(&passkey)?,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

async fn ask(
    change: &mut Change,
    member: &Member,
    purpose: Purpose,
    options: Value,
    state: Value,
) -> Result<PasskeyRequest, Problem> {
    let now = change.now();
    let challenge_id = Uuid::new_v4();
    // One at a time.
    sqlx::query!(
        "delete from people.factor_challenges where user_id = $1 and session_id = $2",
        member.user_id,
        member.session_id
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "insert into people.factor_challenges (id, user_id, session_id, kind, state, expires_at) values ($1, $2, $3, $4, $5, $6)",
        challenge_id,
        member.user_id,
        member.session_id,
        purpose.as_str(),
        state,
        now + LIFE
    )
    .execute(change.conn())
    .await?;
    Ok(PasskeyRequest { challenge_id, options })
}

/// Returns the registration that was asked for under this id, once: an answer that is refused uses it up too.
///
/// # Errors
/// 409 `passkey_expired`.
pub async fn asked_registration(app: &App, member: &Member, id: Uuid) -> Result<PasskeyRegistration, Problem> {
    asked(app, member, Purpose::Register, id).await
}

/// Returns the proof that was asked for under this id, once, like [`asked_registration`].
///
/// # Errors
/// 409 `passkey_expired`.
pub async fn asked_proof(app: &App, member: &Member, id: Uuid) -> Result<PasskeyAuthentication, Problem> {
    asked(app, member, Purpose::Prove, id).await
}

async fn asked<S: DeserializeOwned>(app: &App, member: &Member, purpose: Purpose, id: Uuid) -> Result<S, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let state = sqlx::query_scalar!(
        "delete from people.factor_challenges where id = $1 and session_id = $2 and kind = $3 and expires_at > $4 returning state",
        id,
        member.session_id,
        purpose.as_str(),
        now
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::passkey_expired)?;
    change.commit().await?;
    Ok(serde_json::from_value(state)?)
}

fn parsed<C: DeserializeOwned>(credential: Value) -> Result<C, Problem> {
    serde_json::from_value(credential).map_err(|error| Problem::new(codes::factor_invalid).because(error))
}

fn refused(error: webauthn_rs::prelude::WebauthnError) -> Problem {
    Problem::new(codes::factor_invalid).because(error)
}
