//! The command `manao operator`: grants and revokes the roles of staff, and suspends accounts. A role may be granted before the person's first
//! login; it applies to the person who has verified that e-mail or number.

use anyhow::Context as _;
use clap::Subcommand;
use manao_domain::msisdn::Msisdn;
use manao_domain::staff::StaffRole;

use super::team::{self, NewRoles};
use crate::account::suspension;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

#[derive(Subcommand, Debug)]
pub enum OperatorCommand {
    /// Give a person roles, beside those they have
    Grant {
        /// E-mail, or Thai mobile number in any spelling
        identifier: String,
        /// `support`, `content`, `catalogue`, `finance`, `esports` or `admin`; may be repeated
        #[arg(long = "role", required = true)]
        roles: Vec<StaffRole>,
        /// Reason, for the record
        #[arg(long)]
        note: Option<String>,
    },
    /// Withdraw roles from a person; takes effect with their next call, and on their open pages
    Revoke {
        identifier: String,
        /// All of them, unless named
        #[arg(long = "role")]
        roles: Vec<StaffRole>,
    },
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

/// Runs the command and returns the text to print.
///
/// # Errors
/// When the identifier is neither an e-mail nor a Thai mobile number, or nobody has verified the one of the account. When there is no grant to
/// revoke, or the account is already suspended (or not suspended). When the database refuses.
pub async fn run(app: &App, command: OperatorCommand) -> anyhow::Result<String> {
    let now = app.now();
    match command {
        OperatorCommand::Grant { identifier, roles, note } => {
            let identifier = normal(&identifier)?;
            let mut change = app.change().await.map_err(told)?;
            let held = held(&mut change, &identifier).await?;
            let roles: Vec<StaffRole> = held.into_iter().chain(roles).collect();
            let wanted = NewRoles { by: None, identifier: &identifier, shown: None, roles: &roles, reason: note.as_deref() };
            team::set_roles(&mut change, wanted).await.map_err(told)?;
            change.commit().await.map_err(told)?;
            Ok(format!("{identifier} is staff: {}.", names(&roles)))
        }
        OperatorCommand::Revoke { identifier, roles } => {
            let identifier = normal(&identifier)?;
            let mut change = app.change().await.map_err(told)?;
            let held = held(&mut change, &identifier).await?;
            let goes = |role: &StaffRole| roles.is_empty() || roles.contains(role);
            anyhow::ensure!(held.iter().any(goes), "{identifier} has no such role.");
            let kept: Vec<StaffRole> = held.into_iter().filter(|role| !goes(role)).collect();
            let wanted = NewRoles { by: None, identifier: &identifier, shown: None, roles: &kept, reason: None };
            team::set_roles(&mut change, wanted).await.map_err(told)?;
            change.commit().await.map_err(told)?;
            Ok(match kept.is_empty() {
                true => format!("{identifier} is no staff any more."),
                false => format!("{identifier} is staff: {}.", names(&kept)),
            })
        }
        OperatorCommand::List => {
            let staff = team::list(&mut *app.db.acquire().await?, 0, now).await.map_err(told)?;
            let lines = staff.into_iter().map(|person| {
                let name = person.name.unwrap_or_default();
                format!("{}\t{name}\t{}\t{}", person.identifier, names(&person.roles), person.since.format("%Y-%m-%d"))
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
    let holder = team::holder(change.conn(), identifier).await.map_err(told)?;
    holder.with_context(|| format!("nobody has verified {identifier}"))
}

async fn held(change: &mut Change, identifier: &str) -> anyhow::Result<Vec<StaffRole>> {
    let roles = sqlx::query_scalar!(
        r#"select role as "role: StaffRole" from people.staff_roles where identifier = $1::text::citext order by role"#,
        identifier
    )
    .fetch_all(change.conn())
    .await?;
    Ok(roles)
}

fn names(roles: &[StaffRole]) -> String {
    let mut names: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}

/// Returns an identifier as roles are stored by it.
///
/// # Errors
/// When it is neither an e-mail address nor a Thai mobile number.
pub fn normal(identifier: &str) -> anyhow::Result<String> {
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
