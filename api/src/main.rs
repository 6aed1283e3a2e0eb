//! The command `manao`.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use manao_api::draw::{self, DrawCommand};
use manao_api::{Roles, calls, database, features, server};
use manao_content::files::command::{self as content, ContentCommand};
use manao_content::files::{self, take};
use manao_esports::promoters::command::{self as promoters, PromotersCommand};
use manao_hub::serve;
use manao_kernel::command::Database;
use manao_kernel::settings::LogFormat;
use manao_kernel::{App, Clock, Settings, audit, backup};
use manao_people::organizations::command::{self as organizations, OrganizationCommand};
use manao_people::staff::command::{self, OperatorCommand};
use manao_people::support::command::{self as threads, ThreadsCommand};
use manao_people::sync::import::{self, ImportCommand};
use manao_shop::catalogue::opening::{self, ShopCommand};
use manao_shop::payments::check::{self, LedgerCommand};
use manao_shop::voucher_codes::command::{self as codes, CodesCommand};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Manao: game top-up shop and esports platform.
#[derive(Parser)]
#[command(name = "manao", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Subcommand)]
enum Command {
    /// API, live events and web in one process; brings the database to this version's shape first
    Serve {
        /// Fill an empty shop with the demo catalogue
        #[arg(long)]
        demo: bool,
    },
    /// API and web without live sockets; needs REDIS_URL, and hubs beside it
    Api,
    /// Copy the bundled database and the files to an empty folder; the shop may run meanwhile
    Backup { folder: PathBuf },
    /// Restore such a copy into MANAO_DATA, where no database is yet
    Restore { folder: PathBuf },
    /// Bring the database to this version's shape
    Migrate,
    /// Fill an empty shop with the demo catalogue
    Demo,
    /// Manage the staff
    #[command(subcommand)]
    Operator(StaffCommand),
    /// The audit log of the staff
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Members' threads with our team
    #[command(subcommand)]
    Threads(ThreadsCommand),
    /// Schools and universities that the list lacks
    #[command(subcommand)]
    Organization(OrganizationCommand),
    /// Import data of an earlier shop
    #[command(subcommand)]
    Import(ImportCommand),
    /// Articles, the manual and the pages
    #[command(subcommand)]
    Content(ContentCommand),
    /// Close and open the shop, and its display mode
    #[command(subcommand)]
    Shop(ShopCommand),
    /// The books
    #[command(subcommand)]
    Ledger(LedgerCommand),
    /// Batches of voucher codes, and the key that seals
    #[command(subcommand)]
    Codes(CodesCommand),
    /// Print the draw of a stage, with the matches and tables that its results give, as JSON
    Draw(DrawCommand),
    /// Print the OpenAPI document
    Openapi,
    /// Print the catalogue's GraphQL schema
    Graphql,
    /// Print who may make which call
    Calls,
}

#[derive(Subcommand)]
enum StaffCommand {
    #[command(flatten)]
    Account(OperatorCommand),
    /// Manage the users who may run tournaments
    #[command(subcommand)]
    Promoters(PromotersCommand),
}

#[derive(Subcommand)]
enum AuditCommand {
    /// Check that no entry is missing or changed
    Verify,
}

const QUIET: Roles = Roles { hub: true, jobs: false };

fn main() -> Result<()> {
    let given = serve::without_empty(Cli::command()).get_matches();
    let cli = Cli::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    let settings = cli.settings.filled();
    log(settings.log_format);
    let serves = matches!(cli.command, Command::Serve { .. } | Command::Api);
    if serves && !serve::is_this_machine(&settings.public_url) {
        serve::demand_own_keys(&Cli::command(), &given)?;
        settings.demand_real(&Cli::command())?;
    }
    serve::run(run(cli.command, settings))
}

async fn run(command: Command, settings: Settings) -> Result<()> {
    match command {
        Command::Draw(command) => {
            // One line: the mistake is in the file, not in the program.
            draw::run(&command).unwrap_or_else(|refusal| {
                eprintln!("manao draw: {refusal:#}");
                std::process::exit(1);
            });
            return Ok(());
        }
        Command::Openapi => {
            println!("{:#}", server::document()?);
            return Ok(());
        }
        Command::Restore { folder } => {
            println!("{}", backup::restore(&settings, &folder)?);
            return Ok(());
        }
        Command::Calls => {
            print!("{}", calls::table());
            return Ok(());
        }
        Command::Graphql => {
            print!("{}", manao_shop::catalogue::schema::schema().sdl());
            return Ok(());
        }
        _ => {}
    }
    let database = Database::open(&settings).await?;
    let done = with(command, settings, &database).await;
    database.close().await;
    done
}

async fn with(command: Command, settings: Settings, database: &Database) -> Result<()> {
    let (db, clock) = (&database.pool, Clock::system());
    clock.begin(db).await;
    match command {
        Command::Serve { demo } => {
            database::migrate(db).await?;
            let app = server::app(settings.clone(), clock, db.clone(), QUIET)?;
            take_content(&app).await?;
            if demo {
                features::demo(&app).await?;
            }
            serve(settings, db, Roles { hub: true, jobs: true }).await
        }
        Command::Api => serve(settings, db, Roles { hub: false, jobs: true }).await,
        Command::Backup { folder } => {
            println!("{}", backup::backup(&settings, database, &folder).await?);
            Ok(())
        }
        Command::Migrate => {
            database::migrate(db).await?;
            take_content(&server::app(settings, clock, db.clone(), QUIET)?).await
        }
        Command::Demo => features::demo(&server::app(settings, clock, db.clone(), QUIET)?).await,
        Command::Operator(command) => {
            let app = server::app(settings, clock, db.clone(), QUIET)?;
            let said = match command {
                StaffCommand::Account(command) => command::run(&app, command).await?,
                StaffCommand::Promoters(command) => promoters::run(&app, command).await?,
            };
            println!("{said}");
            Ok(())
        }
        Command::Audit(AuditCommand::Verify) => {
            println!("{} entries, none missing or changed", audit::verify(db).await?);
            Ok(())
        }
        Command::Threads(command) => {
            let app = server::app(settings, clock, db.clone(), QUIET)?;
            println!("{}", threads::run(&app, command).await?);
            Ok(())
        }
        Command::Organization(command) => {
            println!("{}", organizations::run(db, command).await?);
            Ok(())
        }
        Command::Import(command) => {
            let imported = import::run(db, command, clock.now()).await?;
            println!("{}", imported.text);
            ensure!(imported.complete, "rows were refused");
            Ok(())
        }
        Command::Content(command) => {
            println!("{}", content::run(&server::app(settings, clock, db.clone(), QUIET)?, command).await?);
            Ok(())
        }
        Command::Shop(command) => {
            println!("{}", opening::run(&server::app(settings, clock, db.clone(), QUIET)?, command).await?);
            Ok(())
        }
        Command::Ledger(command) => {
            println!("{}", check::run(db, &command).await?);
            Ok(())
        }
        Command::Codes(command) => {
            println!("{}", codes::run(&server::app(settings, clock, db.clone(), QUIET)?, command).await?);
            Ok(())
        }
        Command::Restore { .. } | Command::Draw(_) | Command::Openapi | Command::Graphql | Command::Calls => Ok(()),
    }
}

/// Brings shipped texts into their rows, and says which rows were edited and differ.
async fn take_content(app: &App) -> Result<()> {
    let (taken, differing) = take::take_all(app, files::shipped(app.now())?).await?;
    tracing::info!(taken, "shipped texts were taken over");
    for file in differing {
        tracing::warn!(
            kind = file.kind.as_str(),
            slug = file.slug(),
            "edited here, and its file has changed: manao content diff"
        );
    }
    Ok(())
}

async fn serve(settings: Settings, db: &sqlx::PgPool, roles: Roles) -> Result<()> {
    let (public, grace) = (settings.public_url.clone(), settings.serve.grace());
    let running = server::start(settings, Clock::system(), db.clone(), roles).await?;
    let asked = serve::when_asked(grace)?;
    tracing::info!(address = %running.address, metrics = %running.metrics, url = public, "ready");
    tokio::select! {
        () = asked.cancelled() => {}
        () = running.app.stopping.cancelled() => {}
    }
    running.stop().await;
    Ok(())
}

fn log(format: LogFormat) {
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = match format {
        LogFormat::Text => log.compact().boxed(),
        LogFormat::Json => log.json().flatten_event(true).boxed(),
    };
    let chosen = serve::log::chosen("info,sqlx=warn,graphile_worker=warn");
    tracing_subscriber::registry().with(chosen).with(log).init();
}
