//! The recipient of goods. A player: the form of an ID, whether the partner knows it, and the partner's names of the player and the server. A mobile
//! number: its one form, and whether the telecom gives it the package.

use std::sync::Arc;
use std::time::Duration;

use manao_domain::delivery::FailureReason;
use manao_domain::msisdn::Msisdn;
use manao_domain::player_id::{PlayerIdRefusal, PlayerIdRule};
use manao_domain::product::Target;
use sqlx::PgConnection;

use super::selection::PricedLine;
use crate::payment_channels::verified_number;
use crate::providers::packages::Packages;
use crate::providers::partners::{PartnerError, Partners, Server};
use manao_kernel::app::App;
use manao_kernel::problem::{Code, Problem, codes};

/// Time for which the partner's answer about a player is cached, whether or not it knows the player.
const KNOWN_FOR: Duration = Duration::from_secs(600);
/// Time for which a list of servers is cached.
const SERVERS_KEPT: Duration = Duration::from_secs(60);

/// Stands for the member's own verified number where the goods are for one: the page knows it in masked form only.
const OWN_NUMBER: &str = "me";

/// Returns the member's own number if the recipient is named as `me` and a number is asked for.
///
/// # Errors
/// 409 `mobile_number_missing` when the account has no verified number, or nobody has signed in.
pub async fn own_number(
    conn: &mut PgConnection,
    user_id: Option<i64>,
    target: Target,
    player_id: Option<&str>,
) -> Result<Option<String>, Problem> {
    if target != Target::Number || player_id != Some(OWN_NUMBER) {
        return Ok(None);
    }
    let number = match user_id {
        Some(user_id) => verified_number(conn, user_id).await?,
        None => None,
    };
    Ok(Some(number.ok_or(codes::mobile_number_missing)?.international().to_owned()))
}

/// A game's requirements for naming a recipient.
#[derive(Clone, Copy, Debug)]
pub struct Rule<'a> {
    pub target: Target,
    pub needs_server: bool,
    /// Anchored regular expression of an ID
    pub pattern: Option<&'a str>,
    /// Anchored regular expression of a server that is typed and not chosen
    pub typed_server: Option<&'a str>,
}

impl Rule<'_> {
    /// Returns the ID and server, normalised; parts that the game does not ask for are dropped. A mobile number takes the place of the ID, in
    /// international form.
    ///
    /// # Errors
    /// `mobile_number_invalid`, `player_id_invalid`, `server_required`, `server_unknown` for a typed server of the wrong form.
    pub fn check(&self, player_id: Option<&str>, server: Option<&str>) -> Result<(Option<String>, Option<String>), Problem> {
        match self.target {
            Target::None => return Ok((None, None)),
            Target::Number => {
                let number = Msisdn::parse(player_id.unwrap_or_default()).map_err(|_| codes::mobile_number_invalid)?;
                return Ok((Some(number.international().to_owned()), None));
            }
            Target::Player => {}
        }
        let mut rule = PlayerIdRule::new(self.pattern.unwrap_or(".+"), self.needs_server).map_err(Problem::internal)?;
        if let Some(pattern) = self.typed_server.filter(|_| self.needs_server) {
            rule = rule.with_typed_server(pattern).map_err(Problem::internal)?;
        }
        let player = rule.parse(player_id.unwrap_or_default(), server).map_err(|refusal| match refusal {
            PlayerIdRefusal::Missing | PlayerIdRefusal::Invalid => codes::player_id_invalid,
            PlayerIdRefusal::ServerRequired => codes::server_required,
            PlayerIdRefusal::ServerInvalid => codes::server_unknown,
        })?;
        Ok((Some(player.id), player.server))
    }
}

/// The goods that a recipient is checked for.
#[derive(Clone, Copy, Debug)]
pub struct Goods<'a> {
    pub target: Target,
    pub partner: &'a str,
    pub game: &'a str,
    /// The package for a number; without it, the number itself is not asked about
    pub sku: Option<&'a str>,
}

/// A player as the partner knows it.
#[derive(Clone, Debug)]
pub struct FoundPlayer {
    /// The ID in the game's own spelling
    pub player_id: String,
    /// The name in the game; a mobile number, masked
    pub display_name: String,
    /// The server's name, where there is one
    pub server_name: Option<String>,
}

/// The reason for which a player cannot receive a top-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Refused(FailureReason);

impl From<Refused> for Problem {
    fn from(Refused(reason): Refused) -> Self {
        use FailureReason as R;
        let code = match reason {
            R::PlayerUnknown => codes::player_unknown,
            R::AccountAbnormal => codes::player_account_abnormal,
            R::MinorOrRegion => codes::player_minor_or_region,
            R::LevelTooLow => codes::player_level_too_low,
            R::LimitExceeded => codes::player_limit_exceeded,
            R::RegionRestricted => codes::player_region_restricted,
            R::ActivePass => codes::player_active_pass,
            R::NewOrGuest => codes::player_new_or_guest,
            _ => codes::player_forbidden,
        };
        code.into()
    }
}

/// Returns the code for a telecom's reason not to give a number a package.
pub fn number_refusal(reason: FailureReason) -> Code {
    match reason {
        FailureReason::AlreadyActive => codes::number_already_active,
        FailureReason::WrongNetwork => codes::number_wrong_network,
        FailureReason::NumberSuspended => codes::mobile_number_suspended,
        FailureReason::NumberBlocked => codes::number_blocked,
        _ => codes::number_not_eligible,
    }
}

/// Asks whether the recipient can have the goods.
///
/// # Errors
/// The errors of [`find_player`]; for a number `number_not_eligible`, `number_already_active`, `number_wrong_network`, `mobile_number_suspended`,
/// `number_blocked`, `product_withdrawn`, `telecom_unavailable`.
pub async fn find(app: &App, goods: &Goods<'_>, id: &str, server: Option<&str>) -> Result<FoundPlayer, Problem> {
    if goods.target != Target::Number {
        return find_player(app, goods.partner, goods.game, id, server).await;
    }
    let number = Msisdn::parse(id).map_err(|_| codes::mobile_number_invalid)?;
    // Never cached: its owner may have the package, or want none from us, a moment later.
    if let Some(sku) = goods.sku
        && let Some(reason) = Packages::from_app(app).check(&number, sku).await?
    {
        return Err(number_refusal(reason).into());
    }
    Ok(FoundPlayer { player_id: number.international().to_owned(), display_name: number.masked(), server_name: None })
}

/// Asks the partner for this player, unless it was asked recently. Misses are cached like hits, so that trying IDs again teaches nothing.
///
/// # Errors
/// `player_unknown`; `player_account_abnormal` … `player_forbidden` when the game refuses top-ups for the player; `server_required`, `server_unknown`, `server_closed`, `partner_unavailable`.
async fn find_player(
    app: &App,
    partner: &str,
    game: &str,
    player_id: &str,
    server: Option<&str>,
) -> Result<FoundPlayer, Problem> {
    let known = KnownPlayers::from_app(app);
    let key = key(partner, game, player_id, server);
    // However many ask for one player at once, the partner is asked once.
    let ask = async {
        let player = match Partners::from_app(app).validate(partner, game, player_id, server).await {
            Ok(player) => player,
            Err(PartnerError::Refused { code, .. }) if code == FailureReason::PlayerUnknown.as_str() => {
                return Ok(Err(Refused(FailureReason::PlayerUnknown)));
            }
            Err(error) => return Err(error),
        };
        if let Some(forbidden) = &player.forbidden {
            return Ok(Err(Refused(FailureReason::from_forbidden(&forbidden.reason))));
        }
        let server_name = match server {
            Some(server) => server_name(app, partner, game, server).await,
            None => None,
        };
        Ok(Ok(FoundPlayer { player_id: player.player_id, display_name: player.display_name, server_name }))
    };
    let answer: Result<_, Arc<PartnerError>> = known.0.try_get_with(key, ask).await;
    Ok(answer.map_err(|error| Problem::from((*error).clone()))??)
}

/// Servers by partner and game, the closed ones too.
struct KeptServers(moka::future::Cache<(String, String), Arc<[Server]>>);

/// Returns a game's servers, as the partner listed them within the last minute.
///
/// # Errors
/// `partner_unavailable`.
pub async fn servers(app: &App, partner: &str, game: &str) -> Result<Arc<[Server]>, Problem> {
    let kept =
        app.shared_with(|| KeptServers(moka::future::Cache::builder().max_capacity(1000).time_to_live(SERVERS_KEPT).build()));
    // One request serves everyone waiting; failures are not cached.
    let ask = async { Ok(Partners::from_app(app).servers(partner, game).await?.servers.into()) };
    let servers: Result<_, Arc<PartnerError>> = kept.0.try_get_with((partner.to_owned(), game.to_owned()), ask).await;
    servers.map_err(|error| Problem::from((*error).clone()))
}

/// Returns the server's name as players know it. A typed server, such as a zone, is in no list and is its own name. None when the partner
/// cannot be asked.
async fn server_name(app: &App, partner: &str, game: &str, server: &str) -> Option<String> {
    let servers = servers(app, partner, game).await.ok()?;
    Some(servers.iter().find(|known| known.id == server).map_or_else(|| server.to_owned(), |known| known.name.clone()))
}

/// Answers by partner, game, ID and server.
struct KnownPlayers(moka::future::Cache<[String; 4], Result<FoundPlayer, Refused>>);

impl KnownPlayers {
    fn from_app(app: &App) -> Arc<Self> {
        app.shared_with(|| Self(moka::future::Cache::builder().max_capacity(50_000).time_to_live(KNOWN_FOR).build()))
    }
}

fn key(partner: &str, game: &str, player_id: &str, server: Option<&str>) -> [String; 4] {
    [partner, game, player_id, server.unwrap_or_default()].map(str::to_owned)
}

/// Fills in names of players found recently, without asking the partner: a visitor's cart comes without names.
pub async fn recall(app: &App, lines: &mut [PricedLine]) {
    let known = KnownPlayers::from_app(app);
    for line in lines.iter_mut().filter(|line| line.player_name.is_none()) {
        if let Some(player_id) = &line.player_id {
            let key = key(&line.partner_code, &line.partner_game, player_id, line.server.as_deref());
            if let Some(Ok(player)) = known.0.get(&key).await {
                line.player_name = Some(player.display_name);
                line.server_name = player.server_name;
            }
        }
    }
}

/// Lets the partner confirm the players of lines whose name is not known yet, and the telecom every number, before money is taken for them. Uses
/// the network: never call it inside a transaction.
///
/// # Errors
/// As [`find`].
pub async fn confirm(app: &App, lines: &mut [PricedLine]) -> Result<(), Problem> {
    for line in lines.iter_mut().filter(|line| line.player_name.is_none() || line.target == Target::Number) {
        if let Some(player_id) = &line.player_id {
            let player = find(app, &line.goods(), player_id, line.server.as_deref()).await?;
            line.player_name = Some(player.display_name);
            line.server_name = player.server_name;
        }
    }
    Ok(())
}
