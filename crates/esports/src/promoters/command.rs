//! The command `manao operator promoters`: lists applications, and decides on them.

use clap::Subcommand;
use manao_domain::promoter::ApplicationStatus;

use super::{applications, decide};
use manao_kernel::app::App;
use manao_kernel::paging::Paging;
use manao_kernel::problem::{Lang, Problem};

/// Most applications that a list shows.
const SHOWN: u32 = 100;

#[derive(Subcommand, Debug)]
pub enum PromotersCommand {
    /// Show pending applications, the oldest first
    List {
        /// Also show decided ones
        #[arg(long)]
        all: bool,
    },
    /// Approve an application
    Approve { application: i64 },
    /// Reject an application
    Reject {
        application: i64,
        /// Shown to the person
        reason: String,
    },
    /// Revoke a member's right
    Revoke {
        /// Number of the user, as shown by `list --all`
        user: i64,
        /// Shown to the person
        reason: String,
    },
}

/// Runs the command, and returns the text to print.
///
/// # Errors
/// Returns an error without such an application or right, if it was decided already, or if a reason is missing or too long. Also if the
/// database fails.
pub async fn run(app: &App, command: PromotersCommand) -> anyhow::Result<String> {
    match command {
        PromotersCommand::List { all } => list(app, all).await.map_err(told),
        PromotersCommand::Approve { application } => {
            decided(app, application, None).await.map_err(told)?;
            Ok(format!("Application {application} is approved."))
        }
        PromotersCommand::Reject { application, reason } => {
            decided(app, application, Some(&reason)).await.map_err(told)?;
            Ok(format!("Application {application} is rejected."))
        }
        PromotersCommand::Revoke { user, reason } => {
            let mut change = app.change().await.map_err(told)?;
            decide::revoke(&mut change, None, user, &reason).await.map_err(told)?;
            change.commit().await.map_err(told)?;
            Ok(format!("{user} is no promoter any more."))
        }
    }
}

async fn list(app: &App, all: bool) -> Result<String, Problem> {
    let status = (!all).then_some(ApplicationStatus::Submitted);
    let mut conn = app.db.acquire().await?;
    let applications = applications::list(&mut conn, status, Paging::new(1, SHOWN), Lang::En).await?;
    let lines = applications.iter().map(|application| {
        let person = &application.person;
        let name = person.full_name.as_deref().unwrap_or(&person.display_name);
        let kind = if application.renewal { "renewal" } else { "first" };
        let day = application.submitted_at.format("%Y-%m-%d");
        format!("{}\t{}\t{day}\t{kind}\t{}\t{name}", application.id, application.status, person.user_id)
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return Ok("No application waits.".to_owned());
    }
    Ok(format!("application\tstatus\tsubmitted\tkind\tmember\tname\n{}", lines.join("\n")))
}

/// Approves the application, or rejects it if a reason is given.
async fn decided(app: &App, id: i64, rejected: Option<&str>) -> Result<(), Problem> {
    let mut change = app.change().await?;
    decide::decide(&mut change, None, id, rejected.is_none(), rejected).await?;
    change.commit().await
}

/// Returns a problem as text for the command line.
fn told(problem: Problem) -> anyhow::Error {
    anyhow::anyhow!("{}", problem.message(Lang::En))
}
