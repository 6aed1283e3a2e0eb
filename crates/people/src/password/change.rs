//! Changing a password.

use manao_domain::password;
use manao_kernel::pages::CONTACT;
use serde_json::json;

use super::failures;
use super::hashing::{apart, hash, is_of};
use crate::account::UserType;
use crate::account::session::{self, Ended};
use crate::inbox::{self, Message, Stream};
use crate::mail::{self, Kind as Mail, Letter};
use crate::user_log::{self, Kind};
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::problem::{Form, Problem, codes};
use manao_kernel::text::Text;

/// The passwords that the member typed.
pub struct PasswordInput {
    pub current: Option<String>,
    pub new: String,
    pub confirmation: String,
}

/// Longest password worth hashing; anything longer cannot be one of ours.
pub const LONGEST: usize = password::MAX_LENGTH * 4;

struct PreviousPassword {
    id: i64,
    hash: String,
}

/// Changes a member's password, or sets the first one; every other session of theirs ends.
///
/// # Errors
/// `password_not_kept` for accounts that log in elsewhere; `fields_invalid` with the broken rule.
pub async fn change(app: &App, member: &Member, typed: PasswordInput) -> Result<(), Problem> {
    let user_id = member.user_id;
    let user_type = sqlx::query_scalar!(r#"select user_type as "user_type: UserType" from people.users where id = $1"#, user_id)
        .fetch_one(&app.db)
        .await?;
    if !user_type.has_password() {
        return Err(codes::password_not_kept.into());
    }
    let recent = i64::from(app.settings.recent_passwords);
    let past = sqlx::query_as!(
        PreviousPassword,
        "select id, hash from people.passwords where user_id = $1 order by id desc limit $2",
        user_id,
        recent,
    )
    .fetch_all(&app.db)
    .await?;
    check(&typed, past.is_empty())?;
    let in_force = past.first().map(|past| past.id);
    let new_hash = judge(app, typed, past).await?;

    let mut change = app.change().await?;
    let now = change.now();
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    let newest = sqlx::query_scalar!("select id from people.passwords where user_id = $1 order by id desc limit 1", user_id)
        .fetch_optional(change.conn())
        .await?;
    if newest != in_force {
        // Another device changed it at this moment, so the typed current password is no longer valid.
        return Err(Problem::invalid("currentPassword", codes::password_current_wrong));
    }
    let password_id = sqlx::query_scalar!(
        "insert into people.passwords (user_id, hash, set_at) values ($1, $2, $3) returning id",
        user_id,
        new_hash,
        now
    )
    .fetch_one(change.conn())
    .await?;
    sqlx::query!(
        "delete from people.passwords where user_id = $1 and id not in
           (select id from people.passwords where user_id = $1 order by id desc limit $2)",
        user_id,
        recent,
    )
    .execute(change.conn())
    .await?;
    failures::forget_of(&mut change, user_id).await?;
    session::end_others(&mut change, user_id, Some(member.session_id), Ended::Password).await?;
    user_log::write(&mut change, user_id, Kind::PasswordChanged, json!({})).await?;
    let message = Message {
        stream: Stream::Shop,
        kind: "password_changed",
        title: Text::new("เปลี่ยนรหัสผ่านแล้ว", "Your password was changed"),
        body: Text::new(
            "อุปกรณ์อื่นทั้งหมดออกจากระบบแล้ว หากไม่ใช่คุณ กรุณาติดต่อทีมงานทันที",
            "All other devices have been logged out. If this was not you, please contact us immediately.",
        ),
        href: Some(CONTACT.address([])),
        subject: None,
    };
    let letter = |lang| Letter::of_message(&message, now, lang);
    mail::tell(&mut change, user_id, Mail::PasswordChanged, &password_id.to_string(), letter).await?;
    inbox::write(&mut change, user_id, &message).await?;
    change.commit().await
}

/// Checks that this is the member's password.
///
/// # Errors
/// `fields_invalid` with `password_current_wrong` at `password`, also for an account without a password; 503 `service_unavailable` when too
/// many passwords are being checked.
pub async fn ensure_current(app: &App, user_id: i64, password: String) -> Result<(), Problem> {
    let kept = sqlx::query_scalar!(
        "select p.hash from people.passwords p join people.users u on u.id = p.user_id
         where p.user_id = $1 and u.user_type <> 'others' order by p.id desc limit 1",
        user_id
    )
    .fetch_optional(&app.db)
    .await?;
    let is_right = match kept.filter(|_| password.len() <= LONGEST) {
        Some(kept) => apart(app, move || is_of(&password, &kept)).await?,
        None => false,
    };
    if is_right { Ok(()) } else { Err(Problem::invalid("password", codes::password_current_wrong)) }
}

/// Checks the form as it was filled in.
fn check(typed: &PasswordInput, first: bool) -> Result<(), Problem> {
    let mut form = Form::default();
    if !first && typed.current.as_deref().is_none_or(str::is_empty) {
        form.refuse("currentPassword", codes::field_required);
    }
    form.field("newPassword", password::check(&typed.new));
    form.field("confirmPassword", password::check_confirmation(&typed.new, &typed.confirmation));
    form.check()
}

/// Returns the hash of the new password, if the current one was right and the new one is not recent.
async fn judge(app: &App, typed: PasswordInput, past: Vec<PreviousPassword>) -> Result<String, Problem> {
    apart(app, move || {
        if let Some(in_force) = past.first() {
            let current = typed.current.unwrap_or_default();
            if current.len() > LONGEST || !is_of(&current, &in_force.hash) {
                return Err(Problem::invalid("currentPassword", codes::password_current_wrong));
            }
        }
        if past.iter().any(|past| is_of(&typed.new, &past.hash)) {
            return Err(Problem::invalid("newPassword", codes::password_recent));
        }
        hash(&typed.new)
    })
    .await?
}
