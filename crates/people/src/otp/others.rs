//! Texts that a member requests to numbers that are not their own, for paying or with a code. The numbers may belong to anybody: without a
//! limit, one member could have strangers texted one after another.

use chrono::TimeDelta;
use manao_domain::msisdn::Msisdn;
use sqlx::PgConnection;

use super::limits::at_most;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Code, Problem};

/// How long a text counts.
const WINDOW: TimeDelta = TimeDelta::hours(1);

/// A text to a number that is not the requester's own, to be counted when it goes out.
pub struct ThirdPartyText {
    user_id: i64,
    /// Address as limits count it, if it counts
    address: Option<String>,
}

/// Checks that one more such text may go out; returns None, and counts nothing, when the number is the member's own. There is an hourly limit
/// per member, whatever their address, and one per given address, whoever uses it. Other requests for either wait until this change ends, so
/// that two at once both count.
///
/// # Errors
/// 429 with this code and the seconds to wait.
pub async fn check(
    change: &mut Change,
    number: &Msisdn,
    user_id: i64,
    address: Option<String>,
    code: Code,
) -> Result<Option<ThirdPartyText>, Problem> {
    if !own_among(change.conn(), user_id, &[number.international().to_owned()]).await?.is_empty() {
        return Ok(None);
    }
    let now = change.now();
    let limit = change.app().settings.texts_to_others_per_hour;
    change.lock(&format!("texts of {user_id}")).await?;
    let sent = sqlx::query_scalar!(
        "select at from people.texts_to_others where user_id = $1 and at > $2 order by at desc limit $3",
        user_id,
        now - WINDOW,
        i64::from(limit)
    )
    .fetch_all(change.conn())
    .await?;
    at_most(now, &sent, limit, WINDOW, code)?;
    if let Some(address) = &address {
        change.lock(&format!("texts from {address}")).await?;
        let sent = sqlx::query_scalar!(
            "select at from people.texts_to_others where address = $1 and at > $2 order by at desc limit $3",
            address,
            now - WINDOW,
            i64::from(limit)
        )
        .fetch_all(change.conn())
        .await?;
        at_most(now, &sent, limit, WINDOW, code)?;
    }
    Ok(Some(ThirdPartyText { user_id, address }))
}

/// Returns those of the numbers, in international form, that the member has verified at login or confirmed since.
pub async fn own_among(conn: &mut PgConnection, user_id: i64, numbers: &[String]) -> Result<Vec<String>, Problem> {
    let own = sqlx::query_scalar!(
        r#"select msisdn as "msisdn!" from people.users where id = $1 and msisdn = any($2) and msisdn_verified_at is not null
           union select msisdn from people.kyc_numbers where user_id = $1 and msisdn = any($2) and replaced_at is null"#,
        user_id,
        numbers
    )
    .fetch_all(conn)
    .await?;
    Ok(own)
}

/// Records the text that this change has sent, for this payment or with a code.
pub async fn note(change: &mut Change, payment_id: Option<i64>, strange: ThirdPartyText) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "insert into people.texts_to_others (payment_id, user_id, address, at) values ($1, $2, $3, $4)",
        payment_id,
        strange.user_id,
        strange.address,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Deletes the texts that no limit counts any more; run by the scheduler.
pub(super) async fn forget(app: App) -> anyhow::Result<()> {
    sqlx::query!("delete from people.texts_to_others where at < $1", app.now() - WINDOW).execute(&app.db).await?;
    Ok(())
}
