//! The authenticator app: time-based one-time codes (RFC 6238), six digits, thirty seconds, one step of tolerance. Each code is used once.

use serde::Serialize;
use totp_rs::{Builder, Secret, Totp};
use utoipa::ToSchema;

use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::sealing::Sealer;

const ISSUER: &str = "Manao";

/// The secret to enter in an authenticator app.
#[derive(Serialize, ToSchema)]
pub struct NewTotp {
    /// Base 32, for typing
    secret: String,
    /// `otpauth://…`, for a QR code
    url: String,
}

/// Binds a sealed secret to its person.
pub fn totp_of(user_id: i64) -> Vec<u8> {
    format!("totp of {user_id}").into_bytes()
}

fn totp(secret: Secret, account: &str) -> Result<Totp, Problem> {
    // A colon would end the issuer's name in the address.
    let account = account.replace(':', " ");
    let totp = Builder::new().with_secret(secret).with_account_name(account).with_issuer(Some(ISSUER)).build();
    totp.map_err(|error| Problem::internal(format!("no TOTP can be made: {error}")))
}

/// Begins to set it up; an earlier one that was not confirmed is forgotten, a confirmed one stays until the new one is confirmed.
pub async fn begin(change: &mut Change, user_id: i64, account: &str) -> Result<NewTotp, Problem> {
    let now = change.now();
    let secret = Secret::generate();
    let new = NewTotp {
        secret: secret.to_base32(),
        url: totp(secret.clone(), account)?.to_url().map_err(|error| Problem::internal(format!("no address: {error}")))?,
    };
    let sealed = Sealer::from_app(change.app())?.seal(new.secret.as_bytes(), &totp_of(user_id))?;
    sqlx::query!(
        "insert into people.totp_factors (user_id, new_secret, created_at) values ($1, $2, $3)
         on conflict (user_id) do update set new_secret = excluded.new_secret, created_at = excluded.created_at",
        user_id,
        sealed,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(new)
}

/// Confirms the new secret by its first code.
///
/// # Errors
/// 409 `factor_missing` when none was begun, `factor_invalid`.
pub async fn confirm(change: &mut Change, user_id: i64, code: &str) -> Result<(), Problem> {
    let now = change.now();
    let row = sqlx::query!("select new_secret from people.totp_factors where user_id = $1 for update", user_id)
        .fetch_optional(change.conn())
        .await?;
    let sealed = row.and_then(|row| row.new_secret).ok_or(codes::factor_missing)?;
    let step = step_of(change.app(), user_id, &sealed, code)?.ok_or(codes::factor_invalid)?;
    sqlx::query!(
        "update people.totp_factors set secret = new_secret, new_secret = null, confirmed_at = $2, last_step = $3 where user_id = $1",
        user_id,
        now,
        step
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Checks a code, and uses it up.
///
/// # Errors
/// 409 `factor_missing`; `factor_invalid` when it is wrong, or it or a later one was used before.
pub async fn prove(change: &mut Change, user_id: i64, code: &str) -> Result<(), Problem> {
    let row = sqlx::query!("select secret, last_step from people.totp_factors where user_id = $1 for update", user_id)
        .fetch_optional(change.conn())
        .await?;
    let (sealed, last_step) = row.and_then(|row| Some((row.secret?, row.last_step))).ok_or(codes::factor_missing)?;
    let step = step_of(change.app(), user_id, &sealed, code)?.filter(|step| *step > last_step).ok_or(codes::factor_invalid)?;
    sqlx::query!("update people.totp_factors set last_step = $2 where user_id = $1", user_id, step)
        .execute(change.conn())
        .await?;
    Ok(())
}

/// Returns the time step whose code this is; None for a wrong code.
fn step_of(app: &App, user_id: i64, sealed: &[u8], code: &str) -> Result<Option<i64>, Problem> {
    let secret = Sealer::from_app(app)?.open(sealed, &totp_of(user_id))?;
    let secret = Secret::try_from_base32(secret).map_err(|error| Problem::internal(format!("a sealed secret: {error}")))?;
    let time = u64::try_from(app.now().timestamp()).map_err(Problem::internal)?;
    let code: String = code.chars().filter(|sign| !sign.is_whitespace()).take(8).collect();
    totp(secret, "staff")?.check(&code, time).map(i64::try_from).transpose().map_err(Problem::internal)
}
