//! The command `manao operator`: grants and revokes the rights of staff, and suspends accounts. A grant may be made before the person's first
//! login; it applies to the person who has verified that e-mail or number.

use anyhow::Context as _;
use clap::Subcommand;
use manao_domain::msisdn::Msisdn;
use sqlx::PgConnection;

use super::suspension;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

#[derive(Subcommand, Debug)]
pub enum OperatorCommand {
    /// Make a person staff
    Grant {
        /// E-mail, or Thai mobile number in any spelling
        identifier: String,
        /// Reason, for the record
        #[arg(long)]
        note: Option<String>,
    },
    /// Withdraw a person's staff rights; takes effect with their next call, and on their open pages
    Revoke { identifier: String },
    /// List all staff
    List,
    /// Suspend an account; its owner may still log in and read
    Suspend {
        /// Verified e-mail, or Thai mobile number in any spelling
        identifier: String,
        /// Shown to the person
        reason: Option<String>,
    },
    /// Restore a suspended account
    Restore { identifier: String },
}

/// Returns the accounts of all staff, without suspended ones.
pub async fn operators(conn: &mut PgConnection) -> Result<Vec<i64>, Problem> {
    let operators = sqlx::query_scalar!(
        "select u.id from people.users u where u.suspended_at is null and exists (
           select from people.operator_grants g where (u.email_verified_at is not null and g.identifier = u.email)
             or (u.msisdn_verified_at is not null and g.identifier = u.msisdn::citext))"
    )
    .fetch_all(conn)
    .await?;
    Ok(operators)
}

/// Runs the command and returns the text to print.
///
/// # Errors
/// When the identifier is neither an e-mail nor a Thai mobile number, or nobody has verified the one of the account. When there is no grant to
/// revoke, or the account is already suspended (or not suspended). When the database refuses.
pub async fn run(app: &App, command: OperatorCommand) -> anyhow::Result<String> {
    let (db, now) = (&app.db, app.now());
    match command {
        OperatorCommand::Grant { identifier, note } => {
            let identifier = normal(&identifier)?;
            sqlx::query!(
                "insert into people.operator_grants (identifier, granted_at, note) values ($1::text::citext, $2, $3)
                 on conflict (identifier) do update set note = coalesce(excluded.note, operator_grants.note)",
                identifier,
                now,
                note,
            )
            .execute(db)
            .await?;
            Ok(format!("{identifier} is an operator."))
        }
        OperatorCommand::Revoke { identifier } => {
            let identifier = normal(&identifier)?;
            let mut change = app.change().await.map_err(told)?;
            let gone = sqlx::query!("delete from people.operator_grants where identifier = $1::text::citext", identifier)
                .execute(change.conn())
                .await?
                .rows_affected();
            anyhow::ensure!(gone == 1, "{identifier} was no operator.");
            // Nobody need have verified it yet.
            let holder = find(&mut change, &identifier).await?;
            change.end_grants(holder).map_err(told)?;
            change.commit().await.map_err(told)?;
            Ok(format!("{identifier} is no operator any more."))
        }
        OperatorCommand::List => {
            let rows = sqlx::query!(
                r#"select identifier::text as "identifier!", granted_at, note from people.operator_grants order by identifier"#
            )
            .fetch_all(db)
            .await?;
            let lines = rows.into_iter().map(|row| {
                format!("{}\t{}\t{}", row.identifier, row.granted_at.format("%Y-%m-%d"), row.note.unwrap_or_default())
            });
            Ok(lines.collect::<Vec<_>>().join("\n"))
        }
        OperatorCommand::Suspend { identifier, reason } => {
            let identifier = normal(&identifier)?;
            let reason = suspension::reason(reason.as_deref()).map_err(told)?;
            let mut change = app.change().await.map_err(told)?;
            let user_id = whose(&mut change, &identifier).await?;
            suspension::suspend(&mut change, user_id, reason.as_deref()).await.map_err(told)?;
            change.commit().await.map_err(told)?;
            Ok(format!("{identifier} is suspended."))
        }
        OperatorCommand::Restore { identifier } => {
            let identifier = normal(&identifier)?;
            let mut change = app.change().await.map_err(told)?;
            let user_id = whose(&mut change, &identifier).await?;
            suspension::restore(&mut change, user_id).await.map_err(told)?;
            change.commit().await.map_err(told)?;
            Ok(format!("{identifier} is restored."))
        }
    }
}

/// Turns a problem into text for the command line.
fn told(problem: Problem) -> anyhow::Error {
    anyhow::anyhow!("{}", problem.code().en)
}

/// Returns the user who has verified this e-mail or number.
async fn whose(change: &mut Change, identifier: &str) -> anyhow::Result<i64> {
    find(change, identifier).await?.with_context(|| format!("nobody has verified {identifier}"))
}

async fn find(change: &mut Change, identifier: &str) -> anyhow::Result<Option<i64>> {
    let user_id = sqlx::query_scalar!(
        "select id from people.users
         where (email = $1::text::citext and email_verified_at is not null) or (msisdn = $1::text and msisdn_verified_at is not null)",
        identifier
    )
    .fetch_optional(change.conn())
    .await?;
    Ok(user_id)
}

fn normal(identifier: &str) -> anyhow::Result<String> {
    let identifier = identifier.trim();
    if let Ok(number) = Msisdn::parse(identifier) {
        return Ok(number.international().to_owned());
    }
    let parts = identifier.split_once('@').filter(|(name, host)| !name.is_empty() && host.contains('.'));
    anyhow::ensure!(parts.is_some(), "{identifier} is neither an e-mail address nor a Thai mobile number");
    Ok(identifier.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn an_identifier_is_kept_in_one_spelling() {
        for text in ["0812345678", "081-234-5678", "+66 81 234 5678", "66812345678"] {
            assert_eq!(normal(text).unwrap(), "66812345678", "{text}");
        }
        assert_eq!(normal(" Staff@Example.com ").unwrap(), "staff@example.com");
        for text in ["", "12345", "0212345678", "somchai", "@example.com", "somchai@localhost"] {
            assert!(normal(text).is_err(), "{text}");
        }
    }
}
