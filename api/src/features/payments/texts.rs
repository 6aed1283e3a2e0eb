//! How often a number may be texted for paying. Without it whoever places orders could make anybody's phone ring all day, and
//! guess at codes until one is right; or text strangers, one number after the other.

use std::net::IpAddr;

use chrono::TimeDelta;
use manao_domain::msisdn::Msisdn;

use crate::app::App;
use crate::database::Change;
use crate::features::otp;
use crate::problem::{Problem, codes};

/// Counted for so long.
const WINDOW: TimeDelta = TimeDelta::hours(1);

/// Who has a number texted.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    pub user_id: i64,
    pub address: Option<IpAddr>,
}

/// A text to a number that is not the asker's own, to be counted when it goes out.
pub struct Strange {
    user_id: i64,
    address: Option<String>,
}

/// One more attempt to pay by this number may be made. Another one that asks about the same number, person or address waits until this
/// change has ended, so that two at once are two.
///
/// # Errors
/// 429 `otp_limit`, or `texts_limit` where the number is not the person's own, with the seconds to wait.
pub async fn check(change: &mut Change, number: &Msisdn, asker: Asker) -> Result<Option<Strange>, Problem> {
    let now = change.now();
    let limit = change.app().settings.mobile_payments_per_number_hour;
    lock(change, &format!("pays {}", number.international())).await?;
    let made = sqlx::query_scalar!(
        "select created_at from payments where msisdn = $1 and created_at > $2 order by created_at desc limit $3",
        number.international(),
        now - WINDOW,
        i64::from(limit)
    )
    .fetch_all(change.conn())
    .await?;
    otp::at_most(now, &made, limit, WINDOW, codes::otp_limit)?;
    if is_own(change, asker.user_id, number).await? {
        return Ok(None);
    }
    let strange = Strange { user_id: asker.user_id, address: asker.address.map(otp::counted) };
    others(change, &strange).await?;
    Ok(Some(strange))
}

async fn lock(change: &mut Change, what: &str) -> Result<(), Problem> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", what).execute(change.conn()).await?;
    Ok(())
}

/// Verified at sign-in, or confirmed since.
async fn is_own(change: &mut Change, user_id: i64, number: &Msisdn) -> Result<bool, Problem> {
    let own = sqlx::query_scalar!(
        r#"select exists (select from users where id = $1 and msisdn = $2 and msisdn_verified_at is not null)
               or exists (select from kyc_numbers where user_id = $1 and msisdn = $2 and replaced_at is null) as "own!""#,
        user_id,
        number.international()
    )
    .fetch_one(change.conn())
    .await?;
    Ok(own)
}

/// Numbers of others: so many an hour for a person, whatever address they come from, and so many for an address, whoever comes from it.
async fn others(change: &mut Change, strange: &Strange) -> Result<(), Problem> {
    let now = change.now();
    let limit = change.app().settings.texts_to_others_per_hour;
    lock(change, &format!("texts of {}", strange.user_id)).await?;
    let sent = sqlx::query_scalar!(
        "select at from payment_texts where user_id = $1 and at > $2 order by at desc limit $3",
        strange.user_id,
        now - WINDOW,
        i64::from(limit)
    )
    .fetch_all(change.conn())
    .await?;
    otp::at_most(now, &sent, limit, WINDOW, codes::texts_limit)?;
    let Some(address) = &strange.address else { return Ok(()) };
    lock(change, &format!("texts from {address}")).await?;
    let sent = sqlx::query_scalar!(
        "select at from payment_texts where address = $1 and at > $2 order by at desc limit $3",
        address,
        now - WINDOW,
        i64::from(limit)
    )
    .fetch_all(change.conn())
    .await?;
    otp::at_most(now, &sent, limit, WINDOW, codes::texts_limit)
}

/// Counts the text that this attempt sends.
///
/// # Errors
/// When the database fails.
pub async fn note(change: &mut Change, payment_id: i64, strange: Strange) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "insert into payment_texts (payment_id, user_id, address, at) values ($1, $2, $3, $4)",
        payment_id,
        strange.user_id,
        strange.address,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// What no limit counts any more goes, by the clockwork.
///
/// # Errors
/// When the database fails; the next round goes on.
pub async fn forget(app: App) -> anyhow::Result<()> {
    sqlx::query!("delete from payment_texts where at < $1", app.now() - WINDOW).execute(&app.db).await?;
    Ok(())
}
