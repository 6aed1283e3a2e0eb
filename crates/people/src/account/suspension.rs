//! Suspending an account, and restoring it.
//!
//! A suspended person may log in, read and write to support; everything else answers 403 `account_suspended`. Their sockets end, along
//! with every right granted before. An order being placed at the same moment is either placed first or refused: it waits for the lock taken
//! here.

use futures_util::future::BoxFuture;
use manao_domain::profile;
use manao_hub::control::Control;
use manao_kernel::pages::CONTACT;
use serde_json::json;

use crate::inbox::{self, Message, Stream};
use crate::user_log::{self, Kind};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// A step that remains once an account has been suspended or restored, in the same change.
pub type Afterwards = Box<dyn for<'a> FnOnce(&'a mut Change) -> BoxFuture<'a, Result<(), Problem>> + Send>;

/// Another owner's part in suspending or restoring an account: it inspects the state before, and returns the step to run afterwards.
pub type SuspensionObserver = for<'a> fn(&'a mut Change, i64) -> BoxFuture<'a, Result<Afterwards, Problem>>;

/// All observers of this program, handed to the app at its start ([`App::provide`](manao_kernel::App::provide)).
#[derive(Default)]
pub struct SuspensionObservers(pub Vec<SuspensionObserver>);

async fn observed(change: &mut Change, user_id: i64) -> Result<Vec<Afterwards>, Problem> {
    let observers = change.app().shared::<SuspensionObservers>();
    let mut afterwards = Vec::new();
    for observer in &observers.0 {
        afterwards.push(observer(change, user_id).await?);
    }
    Ok(afterwards)
}

async fn finish(change: &mut Change, afterwards: Vec<Afterwards>) -> Result<(), Problem> {
    for afterwards in afterwards {
        afterwards(change).await?;
    }
    Ok(())
}

/// Returns the reason as it is stored, if there is one.
///
/// # Errors
/// 422 at `reason` when it is too long.
pub fn reason(text: Option<&str>) -> Result<Option<String>, Problem> {
    match profile::line(text.unwrap_or_default(), profile::ADDRESS) {
        Ok(reason) => Ok(reason),
        Err(_) => Err(Problem::invalid("reason", codes::field_invalid)),
    }
}

/// Suspends an account, notifies its owner of the reason, and ends their sockets.
///
/// # Errors
/// `user_not_found`; `user_suspended` when the account is already suspended.
pub async fn suspend(change: &mut Change, user_id: i64, reason: Option<&str>) -> Result<(), Problem> {
    let now = change.now();
    let afterwards = observed(change, user_id).await?;
    let suspended = sqlx::query!(
        "update people.users set suspended_at = $2, suspended_reason = $3, version = version + 1
         where id = $1 and suspended_at is null",
        user_id,
        now,
        reason,
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if suspended == 0 {
        return Err(refusal(change, user_id, codes::user_suspended).await);
    }
    change.control(&Control::EndUser { user: user_id.to_string() })?;
    user_log::write(change, user_id, Kind::Suspended, json!({ "reason": reason })).await?;
    let (th, en) = match reason {
        Some(reason) => (format!("เหตุผล: {reason} "), format!("Reason: {reason}. ")),
        None => Default::default(),
    };
    let message = Message {
        stream: Stream::Shop,
        kind: "account_suspended",
        title: Text::new("บัญชีของคุณถูกระงับการใช้งาน", "Your account is suspended"),
        body: Text {
            th: format!("{th}คุณยังเข้าสู่ระบบและดูข้อมูลได้ หากมีข้อสงสัยกรุณาติดต่อทีมงาน"),
            en: format!("{en}You can still log in and view your account. If you have questions, please contact support."),
        },
        href: Some(CONTACT.address([])),
        subject: None,
    };
    inbox::write(change, user_id, &message).await?;
    finish(change, afterwards).await
}

/// Restores a suspended account.
///
/// # Errors
/// `user_not_found`; `user_not_suspended`.
pub async fn restore(change: &mut Change, user_id: i64) -> Result<(), Problem> {
    let afterwards = observed(change, user_id).await?;
    let restored = sqlx::query!(
        "update people.users set suspended_at = null, suspended_reason = null, version = version + 1
         where id = $1 and suspended_at is not null",
        user_id,
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if restored == 0 {
        return Err(refusal(change, user_id, codes::user_not_suspended).await);
    }
    user_log::write(change, user_id, Kind::Restored, json!({})).await?;
    let message = Message {
        stream: Stream::Shop,
        kind: "account_restored",
        title: Text::new("บัญชีของคุณกลับมาใช้งานได้แล้ว", "Your account is restored"),
        body: Text::new("คุณใช้งานได้ทุกอย่างตามปกติแล้ว ขอบคุณที่รอ", "Everything works again as usual. Thank you for your patience."),
        href: None,
        subject: None,
    };
    inbox::write(change, user_id, &message).await?;
    finish(change, afterwards).await
}

async fn refusal(change: &mut Change, user_id: i64, otherwise: manao_kernel::problem::Code) -> Problem {
    match sqlx::query_scalar!(r#"select exists (select from people.users where id = $1) as "there!""#, user_id)
        .fetch_one(change.conn())
        .await
    {
        Ok(true) => otherwise.into(),
        Ok(false) => codes::user_not_found.into(),
        Err(error) => error.into(),
    }
}
