//! Who a top-up is for: how an ID must look, and whether the partner knows it.

use std::sync::Arc;
use std::time::Duration;

use manao_domain::player_id::{PlayerIdRefusal, PlayerIdRule};

use super::selection::PricedLine;
use crate::app::App;
use crate::problem::{Problem, codes};
use crate::providers::partners::{Partners, Player};

/// How long a known player is cached. "Unknown" is never cached: new IDs are created all the time.
const KNOWN_FOR: Duration = Duration::from_secs(600);

/// What a game asks for.
#[derive(Clone, Copy, Debug)]
pub struct Rule<'a> {
    pub needs_player: bool,
    pub needs_server: bool,
    /// Anchored regular expression of an ID
    pub pattern: Option<&'a str>,
}

impl Rule<'_> {
    /// The ID and server, normalised; what the game does not ask for is dropped.
    ///
    /// # Errors
    /// `player_id_invalid`, `server_required`.
    pub fn check(&self, player_id: Option<&str>, server: Option<&str>) -> Result<(Option<String>, Option<String>), Problem> {
        if !self.needs_player {
            return Ok((None, None));
        }
        let rule = PlayerIdRule::new(self.pattern.unwrap_or(".+"), self.needs_server).map_err(Problem::internal)?;
        let player = rule.parse(player_id.unwrap_or_default(), server).map_err(|refusal| match refusal {
            PlayerIdRefusal::Missing | PlayerIdRefusal::Invalid => codes::player_id_invalid,
            PlayerIdRefusal::ServerRequired => codes::server_required,
        })?;
        Ok((Some(player.id), player.server))
    }
}

/// Asks the partner for this player, unless it was found recently.
///
/// # Errors
/// `player_unknown`, `server_required`, `server_unknown`, `server_closed`, `partner_unavailable`.
pub async fn find(app: &App, partner: &str, game: &str, player_id: &str, server: Option<&str>) -> Result<Player, Problem> {
    let known = Known::of(app);
    let key = key(partner, game, player_id, server);
    // However many ask for one player at once, the partner is asked once.
    let partners = Partners::of(app);
    let found = known.0.try_get_with(key, partners.validate(partner, game, player_id, server)).await;
    found.map_err(|error| Problem::from((*error).clone()))
}

/// Players by partner, game, ID and server.
struct Known(moka::future::Cache<[String; 4], Player>);

impl Known {
    fn of(app: &App) -> Arc<Self> {
        app.shared_with(|| Self(moka::future::Cache::builder().max_capacity(50_000).time_to_live(KNOWN_FOR).build()))
    }
}

fn key(partner: &str, game: &str, player_id: &str, server: Option<&str>) -> [String; 4] {
    [partner, game, player_id, server.unwrap_or_default()].map(str::to_owned)
}

/// Fills in names of players found recently, without asking the partner: a visitor's cart comes without names.
pub async fn recall(app: &App, lines: &mut [PricedLine]) {
    let known = Known::of(app);
    for line in lines.iter_mut().filter(|line| line.player_name.is_none()) {
        if let Some(player_id) = &line.player_id {
            let key = key(&line.partner_code, &line.partner_game, player_id, line.server.as_deref());
            line.player_name = known.0.get(&key).await.map(|player| player.display_name);
        }
    }
}

/// Lets the partner confirm the players of lines whose name is not known yet, before money is taken for them. Uses the network: never call
/// it inside a transaction.
///
/// # Errors
/// As [`find`].
pub async fn confirm(app: &App, lines: &mut [PricedLine]) -> Result<(), Problem> {
    for line in lines.iter_mut().filter(|line| line.player_name.is_none()) {
        if let Some(player_id) = &line.player_id {
            let player = find(app, &line.partner_code, &line.partner_game, player_id, line.server.as_deref()).await?;
            line.player_name = Some(player.display_name);
        }
    }
    Ok(())
}
