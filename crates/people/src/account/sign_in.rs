//! Logging in: a browser is sent to the login provider and comes back as a person.
//!
//! An attempt lasts ten minutes and works once, only in the browser that began it. Two attempts of one browser (two tabs) do not disturb
//! each other: they share its cookie and differ in state.

use super::person::{FoundPerson, user_of};
use super::session::{self, Delivery, OpenedSession};
use super::welcome;
use crate::providers::login::{Arrived, Hints, LoginProvider};
use crate::user_log::{self, Kind};
use chrono::Duration;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem, codes};
use manao_kernel::secret::{Secret, hash};
use serde_json::json;

/// How long a person may take at the login provider.
pub const ATTEMPT_MINUTES: i64 = 10;

/// The origin of a request, stored with the session so that a person can recognise it, and how the client wants its tokens.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub user_agent: Option<String>,
    pub address: Option<std::net::IpAddr>,
    /// Secret that identifies this browser
    pub device: Option<Secret>,
    pub delivery: Delivery,
}

/// A login that has begun.
pub struct StartedLogin {
    pub url: String,
    /// Secret that the browser must send back.
    pub browser: Secret,
}

/// A login that is complete.
pub struct Finished {
    pub user_id: i64,
    pub opened: OpenedSession,
    pub return_to: String,
}

/// Starts a login: returns the provider's address for the browser. `browser` is the secret it holds from an earlier attempt.
///
/// # Errors
/// `login_unavailable` when the provider does not answer.
pub async fn begin(app: &App, hints: Hints, return_to: &str, browser: Option<Secret>) -> Result<StartedLogin, Problem> {
    let started = LoginProvider::from_app(app)?.start(hints).await?;
    let browser = browser.unwrap_or_else(Secret::random);
    let mut change = app.change().await?;
    let now = change.now();
    sqlx::query!(
        "insert into people.login_attempts (state_hash, browser_hash, nonce, verifier, return_to, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        &hash(&started.state)[..],
        &browser.hash()[..],
        started.nonce,
        started.verifier,
        return_to,
        now,
        now + Duration::minutes(ATTEMPT_MINUTES),
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    Ok(StartedLogin { url: started.url, browser })
}

/// Completes a login: the attempt is used up, the provider is asked for the person's identity, and a session begins.
///
/// # Errors
/// `login_attempt_invalid` when the state is unknown, old, used or another browser's; `login_rejected` when the provider does
/// not confirm; `login_email_missing` when it gave neither e-mail nor number; `login_unavailable`.
pub async fn finish(
    app: &App,
    code: &str,
    state: &str,
    browser: Option<&Secret>,
    origin: &Origin,
    lang: Lang,
) -> Result<Finished, Problem> {
    let browser = browser.ok_or(codes::login_attempt_invalid)?;
    let mut change = app.change().await?;
    let attempt = sqlx::query!(
        "update people.login_attempts set used_at = $3
         where state_hash = $1 and browser_hash = $2 and used_at is null and expires_at > $3
         returning nonce, verifier, return_to",
        &hash(state)[..],
        &browser.hash()[..],
        change.now(),
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::login_attempt_invalid)?;
    change.commit().await?;

    let mut arrived = LoginProvider::from_app(app)?.finish(code, &attempt.nonce, &attempt.verifier).await?;
    // A new person is written to in the language of the page they came from, unless the provider knows theirs.
    arrived.person.language.get_or_insert(lang.as_str());
    let person = &arrived.person;
    if person.email.is_none() && person.phone.is_none() {
        return Err(codes::login_email_missing.into());
    }

    // Two first logins of one person at once: the unique indexes let one through, and the other then finds that user.
    let mut tries = 0;
    loop {
        tries += 1;
        match enter(app, &arrived, origin).await {
            Err(error) if tries < 3 && is_unique_violation(&error) => {}
            Ok((user_id, opened)) => return Ok(Finished { user_id, opened, return_to: attempt.return_to }),
            Err(EnterError::Problem(problem)) => return Err(problem),
            Err(EnterError::Database(error)) => return Err(error.into()),
        }
    }
}

#[derive(Debug)]
enum EnterError {
    Problem(Problem),
    Database(sqlx::Error),
}

impl From<Problem> for EnterError {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<sqlx::Error> for EnterError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

fn is_unique_violation(error: &EnterError) -> bool {
    matches!(error, EnterError::Database(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()))
}

async fn enter(app: &App, arrived: &Arrived, origin: &Origin) -> Result<(i64, OpenedSession), EnterError> {
    let mut change: Change = app.change().await?;
    let FoundPerson { user_id, joined } = user_of(&mut change, &arrived.person).await?;
    let opened = session::open(&mut change, user_id, origin).await?;
    session::keep_id_token(&mut change, opened.session_id, &arrived.id_token).await?;
    if joined {
        welcome::joined(&mut change, user_id).await?;
    } else {
        user_log::write(&mut change, user_id, Kind::SignedIn, json!({})).await?;
    }
    change.commit().await?;
    Ok((user_id, opened))
}
