//! The one-time code that is required after several wrong passwords.
//!
//! Someone who does not know the password learns nothing and triggers nothing: the answer is the same, and nothing is sent. So a stranger can
//! neither flood a person's phone with texts nor use up the codes they otherwise log in with.

use chrono::{DateTime, Duration, Utc};
use manao_domain::msisdn::Msisdn;
use uuid::Uuid;

use super::sign_in::{OtpAnswer, Person};
use crate::account::Origin;
use crate::mail;
use crate::otp::{self, Code, Purpose};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem, codes};
use manao_kernel::providers::telecom::Telecom;

/// Returns the answer that a code is needed: `password_code_required`. `person` is the account whose password was right.
///
/// # Errors
/// 429 `otp_too_soon` or `otp_limit` for an address that asks too often.
pub async fn ask(app: &App, login: &str, person: Option<&Person>, origin: &Origin, lang: Lang) -> Result<Problem, Problem> {
    let settings = &app.settings;
    let address = origin.address.map(otp::counted);
    let (life, hour) = (Duration::minutes(settings.otp_life_minutes.into()), Duration::hours(1));
    let mut change = app.change().await?;
    let now = change.now();
    change.lock(&format!("password code {login}")).await?;
    let asked = sqlx::query_scalar!(
        "select created_at from people.password_codes where login = $1 and address is not distinct from $2::text::inet and created_at > $3
         order by created_at desc limit $4",
        login,
        address,
        now - hour,
        i64::from(settings.otp_per_number_hour),
    )
    .fetch_all(change.conn())
    .await?;
    if let Some(last) = asked.first() {
        otp::until(now, *last + Duration::seconds(settings.otp_resend_seconds.into()), codes::otp_too_soon)?;
    }
    otp::at_most(now, &asked, settings.otp_per_number_hour, hour, codes::otp_limit)?;
    // Limits codes per person and hour, whatever the address. The limit is not reported, since that would reveal that the password is right. A
    // code that was not sent is never accepted, or it could be guessed from many addresses.
    let sent = sqlx::query_scalar!(
        r#"select count(*) as "sent!" from people.password_codes where user_id = $1 and created_at > $2"#,
        person.map(|person| person.user_id),
        now - hour,
    )
    .fetch_one(change.conn())
    .await?;
    let person = person.filter(|_| sent < i64::from(settings.otp_per_number_hour));
    let (reference, ref_code, code) = (Uuid::new_v4(), otp::ref_code(), Code::random());
    sqlx::query!(
        "insert into people.password_codes (reference, login, user_id, address, code_hash, created_at, expires_at)
         values ($1, $2, $3, $4::text::inet, $5, $6, $7)",
        reference,
        login,
        person.map(|person| person.user_id),
        address,
        code.hash(app, reference)?,
        now,
        now + life,
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    if let Some(person) = person.cloned() {
        // In the background: otherwise the answer would take longer when the password is right.
        let sending = send(app.clone(), person, lang, reference, ref_code.clone(), code, now + life);
        tokio::spawn(async move {
            let sent = sending.await;
            otp::count(Purpose::Password, if sent.is_ok() { "sent" } else { "failed" });
            if let Err(error) = sent {
                tracing::warn!(error = format!("{error:#}"), "a code for signing in with a password was not sent");
            }
        });
    }
    Ok(Problem::new(codes::password_code_required)
        .with("reference", reference)
        .with("refCode", ref_code)
        .with("expiresIn", life.num_seconds())
        .with("resendIn", settings.otp_resend_seconds))
}

/// Sends the code to the person's number, else to their e-mail.
async fn send(
    app: App,
    person: Person,
    lang: Lang,
    reference: Uuid,
    ref_code: String,
    code: Code,
    until: DateTime<Utc>,
) -> anyhow::Result<()> {
    let life = Duration::minutes(app.settings.otp_life_minutes.into());
    if let Some(number) = person.msisdn.as_deref().and_then(|number| Msisdn::parse(number).ok()) {
        let text = code.text(Purpose::Password, &ref_code, lang, life, &app.settings.public_url);
        return Ok(Telecom::from_app(&app).sms(&number, &text).await?);
    }
    let Some(address) = person.email else { return Ok(()) };
    let letter = Code::letter(Purpose::Password, &ref_code, lang, life);
    let code = mail::Code { digits: code.digits(), until };
    let mut change = app.change().await?;
    mail::code(&mut change, person.user_id, &address, lang, &reference.to_string(), letter, code).await?;
    Ok(change.commit().await?)
}

/// Checks the code that was requested with this login; the right one is used up.
///
/// # Errors
/// 422 `otp_code_invalid` or `otp_wrong` with `triesLeft`; 429 `otp_too_many_tries`; 410 `otp_expired` for a reference that is unknown,
/// old, used, or another login's.
pub async fn confirm(app: &App, login: &str, shown: &OtpAnswer) -> Result<(Change, i64), Problem> {
    let code = Code::parse(&shown.code).ok_or_else(|| Problem::invalid("code", codes::otp_code_invalid))?;
    let reference: Uuid = shown.reference.parse().map_err(|_| codes::otp_expired)?;
    let most = i16::from(app.settings.otp_tries);
    let mut change = app.change().await?;
    let tried = sqlx::query!(
        "update people.password_codes set tries = tries + 1
         where reference = $1 and login = $2 and tries < $3 and expires_at > $4 and used_at is null
         returning user_id, code_hash, tries",
        reference,
        login,
        most,
        change.now(),
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::otp_expired)?;
    let right = code.matches(app, reference, &tried.code_hash)?;
    let Some(user_id) = tried.user_id.filter(|_| right) else {
        otp::count(Purpose::Password, "wrong");
        change.commit().await?;
        return Err(match most - tried.tries {
            0 => Problem::new(codes::otp_too_many_tries).retry_after(app.settings.otp_resend_seconds.into()),
            left => Problem::new(codes::otp_wrong).param("triesLeft", left),
        });
    };
    let now = change.now();
    sqlx::query!("update people.password_codes set used_at = $2 where reference = $1", reference, now)
        .execute(change.conn())
        .await?;
    otp::count(Purpose::Password, "confirmed");
    Ok((change, user_id))
}
