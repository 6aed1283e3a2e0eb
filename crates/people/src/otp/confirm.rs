//! Confirming a code.

use chrono::Duration;
use manao_domain::msisdn::Msisdn;
use uuid::Uuid;

use super::code::Code;
use super::recipient::Recipient;
use super::{Purpose, count};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::secret::Secret;

/// Checks a code. The right one is used up when the returned change commits, together with the change it confirms. A wrong one costs a try at
/// once.
///
/// # Errors
/// 422 `otp_code_invalid` (no six digits, costs nothing) or `otp_wrong` with `triesLeft`; 429 `otp_too_many_tries` with
/// `Retry-After`; 410 `otp_expired` for a reference that is unknown, old, used, or another person's or purpose's.
pub async fn confirm(
    app: &App,
    purpose: Purpose,
    user_id: Option<i64>,
    reference: &str,
    code: &str,
) -> Result<(Change, Msisdn), Problem> {
    match guess(app, purpose, user_id, reference, code).await? {
        (change, Recipient::Number(number)) => Ok((change, number)),
        (_, Recipient::Address(_)) => Err(codes::otp_expired.into()),
    }
}

/// Works like [`confirm`] for a code that was mailed.
///
/// # Errors
/// The errors of [`confirm`].
pub async fn confirm_address(
    app: &App,
    purpose: Purpose,
    user_id: i64,
    reference: &str,
    code: &str,
) -> Result<(Change, String), Problem> {
    match guess(app, purpose, Some(user_id), reference, code).await? {
        (change, Recipient::Address(address)) => Ok((change, address)),
        (_, Recipient::Number(_)) => Err(codes::otp_expired.into()),
    }
}

/// Works like [`confirm`] for a code that was texted or mailed, and returns where it went.
///
/// # Errors
/// The errors of [`confirm`].
pub async fn confirm_recipient(
    app: &App,
    purpose: Purpose,
    user_id: i64,
    reference: &str,
    code: &str,
) -> Result<(Change, Recipient), Problem> {
    guess(app, purpose, Some(user_id), reference, code).await
}

async fn guess(
    app: &App,
    purpose: Purpose,
    user_id: Option<i64>,
    reference: &str,
    code: &str,
) -> Result<(Change, Recipient), Problem> {
    let code = Code::parse(code).ok_or_else(|| Problem::invalid("code", codes::otp_code_invalid))?;
    let reference: Uuid = reference.parse().map_err(|_| codes::otp_expired)?;
    let tries = i16::from(app.settings.otp_tries);
    let mut change = app.change().await?;
    let now = change.now();
    // One guess at a time: a simultaneous one waits for the row, and then sees the increased count.
    let tried = sqlx::query!(
        "update people.otps set tries = tries + 1
         where reference = $1 and purpose = $2 and user_id is not distinct from $3 and tries < $4 and expires_at > $5
           and confirmed_at is null and ended_at is null and failed_at is null
         returning msisdn, email::text as email, code_hash, tries",
        reference,
        purpose.as_str(),
        user_id,
        tries,
        now,
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(tried) = tried else { return Err(why_not(&mut change, purpose, user_id, reference).await?) };
    if !code.matches(app, reference, &tried.code_hash)? {
        count(purpose, "wrong");
        let problem = match tries - tried.tries {
            0 => why_not(&mut change, purpose, user_id, reference).await?,
            left => Problem::new(codes::otp_wrong).param("triesLeft", left),
        };
        change.commit().await?;
        return Err(problem);
    }
    sqlx::query!("update people.otps set confirmed_at = $2 where reference = $1", reference, now).execute(change.conn()).await?;
    count(purpose, "confirmed");
    let to = match (tried.msisdn, tried.email) {
        (Some(number), _) => Recipient::Number(Msisdn::parse(&number).map_err(Problem::internal)?),
        (None, Some(address)) => Recipient::Address(address),
        (None, None) => return Err(Problem::internal("a code without a recipient")),
    };
    Ok((change, to))
}

/// Works like [`confirm`], and returns a token for the next call; for people without a session yet.
///
/// # Errors
/// The errors of [`confirm`].
pub async fn exchange(app: &App, purpose: Purpose, reference: &str, code: &str) -> Result<Secret, Problem> {
    let (mut change, _) = confirm(app, purpose, None, reference, code).await?;
    let token = Secret::random();
    let reference: Uuid = reference.parse().map_err(Problem::internal)?;
    sqlx::query!(
        "update people.otps set token_hash = $2, token_expires_at = $3 where reference = $1",
        reference,
        &token.hash()[..],
        change.now() + Duration::seconds(app.settings.otp_token_seconds.into()),
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    Ok(token)
}

/// Returns the number that a token stands for. The token is used up when the change commits; otherwise it can be used again.
///
/// # Errors
/// 410 `otp_token_invalid` when it is unknown, old or used.
pub async fn take(change: &mut Change, token: &str, purpose: Purpose) -> Result<Msisdn, Problem> {
    let token = Secret::parse(token).ok_or(codes::otp_token_invalid)?;
    let now = change.now();
    let number = sqlx::query_scalar!(
        "update people.otps set token_used_at = $3
         where token_hash = $1 and purpose = $2 and token_used_at is null and token_expires_at > $3
         returning msisdn",
        &token.hash()[..],
        purpose.as_str(),
        now,
    )
    .fetch_optional(change.conn())
    .await?
    .flatten()
    .ok_or(codes::otp_token_invalid)?;
    Msisdn::parse(&number).map_err(Problem::internal)
}

/// Returns why a code failed: its tries are used up, or there is no such code. Only the holder of the reference can tell which.
async fn why_not(change: &mut Change, purpose: Purpose, user_id: Option<i64>, reference: Uuid) -> Result<Problem, Problem> {
    let now = change.now();
    let created_at = sqlx::query_scalar!(
        "select created_at from people.otps
         where reference = $1 and purpose = $2 and user_id is not distinct from $3 and tries >= $4 and expires_at > $5
           and confirmed_at is null and ended_at is null",
        reference,
        purpose.as_str(),
        user_id,
        i16::from(change.app().settings.otp_tries),
        now,
    )
    .fetch_optional(change.conn())
    .await?;
    Ok(match created_at {
        Some(created_at) => {
            let resend = created_at + Duration::seconds(change.app().settings.otp_resend_seconds.into());
            Problem::new(codes::otp_too_many_tries).retry_after((resend - now).num_seconds().max(1).unsigned_abs())
        }
        None => codes::otp_expired.into(),
    })
}
