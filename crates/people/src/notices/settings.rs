//! How a person wants to be notified.

use manao_domain::text_enum;
use sqlx::PgPool;

use crate::mail::{self, Topic};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

text_enum! {
    /// Whether esports messages are mailed.
    #[derive(utoipa::ToSchema)]
    #[schema(as = NoticeMail)]
    MailChoice {
        Off = "off",
        /// Only when no push was accepted
        Instead = "instead",
        Always = "always",
    }
}

/// Minutes of the day in Bangkok, from and to. They span midnight if the end is before the start.
pub type Quiet = (i32, i32);

pub struct NoticePreferences {
    pub push: bool,
    pub mail: MailChoice,
    pub quiet: Option<Quiet>,
    /// Verified address
    pub email: Option<String>,
}

pub async fn load(db: &PgPool, user_id: i64) -> Result<Option<NoticePreferences>, Problem> {
    let row = sqlx::query!(
        r#"select coalesce(s.push, true) as "push!", s.quiet_from as "quiet_from?", s.quiet_to as "quiet_to?",
                  case when o.user_id is null then coalesce(s.mail, 'off') else 'off' end as "mail!: MailChoice",
                  case when u.email_verified_at is not null then u.email::text end as email
           from people.users u left join people.notice_settings s on s.user_id = u.id
                        left join people.mail_switched_off o on o.user_id = u.id and o.topic = 'tournaments'
           where u.id = $1"#,
        user_id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| NoticePreferences {
        push: row.push,
        mail: row.mail,
        quiet: row.quiet_from.zip(row.quiet_to),
        email: row.email,
    }))
}

/// Stores the settings. Messages that wait for the end of quiet hours are decided again by the new ones.
pub async fn write(change: &mut Change, user_id: i64, push: bool, mail: MailChoice, quiet: Option<Quiet>) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "insert into people.notice_settings (user_id, push, mail, quiet_from, quiet_to) values ($1, $2, $3, $4, $5)
         on conflict (user_id) do update set push = excluded.push, mail = excluded.mail,
                quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to",
        user_id,
        push,
        mail.as_str(),
        quiet.map(|(from, _)| from),
        quiet.map(|(_, to)| to)
    )
    .execute(change.conn())
    .await?;
    if mail != MailChoice::Off {
        mail::choose(change, user_id, Topic::Tournaments, true).await?;
    }
    sqlx::query!(
        "update people.inbox_messages set notice_after = $2
         where id in (select id from people.inbox_messages where user_id = $1 and stream = 'esports' and notice_after > $2 and noticed_at is null
                      and read_at is null and deleted_at is null order by id for update skip locked)",
        user_id,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}
