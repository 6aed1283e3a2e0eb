//! Lists of tournaments: filters, search, lanes.

use manao_domain::text::normalise;
use manao_domain::tournament::Phase;

use super::browse::{TournamentLanes, TournamentMine, TournamentQuery};
use super::card::{TournamentCard, cards};
use manao_kernel::app::App;
use manao_kernel::like;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::Problem;

/// Most characters of a search that are used; `WORDS` limits its words.
pub const LONGEST: usize = 80;
const WORDS: usize = 8;
/// Shortest search in which a typing error is considered.
const TYPED_WRONG: i32 = 3;
/// Shortest beginning of a game's name that finds the game.
const GAME_BEGUN: i32 = 2;
/// Most cards of a lane.
const LANE: i64 = 8;
/// Tone marks and similar characters, which people often omit or misplace.
const MARKS: &[char] = &['่', '้', '๊', '๋', '์', '็'];

/// A parsed search.
struct Search {
    words: Vec<String>,
    /// A pattern for each word, folded like the column `search_key`
    patterns: Vec<String>,
    /// The whole text, for similarity
    whole: String,
}

impl Search {
    fn parse(query: Option<&str>) -> Option<Self> {
        let text: String = query?.chars().take(LONGEST * 2).collect();
        let whole: String = normalise(&text).to_lowercase().chars().take(LONGEST).collect();
        let text: String = whole.chars().filter(|c| !MARKS.contains(c)).collect();
        let words: Vec<String> = text.split(' ').filter(|word| !word.is_empty()).take(WORDS).map(str::to_owned).collect();
        let patterns: Vec<String> = words.iter().map(|word| like::containing(word)).collect();
        (!patterns.is_empty()).then_some(Self { words, patterns, whole })
    }
}

/// Returns a pattern for each word of a search, folded like the column `search_key`.
pub fn patterns(query: &str) -> Vec<String> {
    Search::parse(Some(query)).map(|search| search.patterns).unwrap_or_default()
}

/// Returns a page of the list; `me` is the user of a personal list. A search for a game, in any of its spellings, finds its tournaments; so
/// does the beginning of a game's name, and a game's name among words of the tournament's.
pub async fn page(app: &App, query: &TournamentQuery, me: Option<i64>) -> Result<Page<TournamentCard>, Problem> {
    let paging = Paging::new(query.page, query.per_page);
    let search = Search::parse(query.query.as_deref());
    let rows = sqlx::query!(
        r#"with called as (
             select g.id, kernel.search_fold(name) as name from esports.esport_games g, unnest(g.aliases || g.name_th || g.name_en) as names (name)
             where $10::text[] is not null),
           named_games as (
             select id from called where name = kernel.search_fold($11)
               or length($11) >= $16 and starts_with(name, kernel.search_fold($11))),
           named_words as (
             select c.id, w.pattern from unnest($10::text[], $17::text[]) as w (pattern, word)
             join called c on length(w.word) >= $16 and starts_with(c.name, kernel.search_fold(w.word)))
           select t.id, count(*) over () as "total!" from esports.tournaments t
           where t.published_at is not null
             and case when $1::text is null then t.phase <> 'cancelled' or $9::bigint is not null else t.phase = $1 end
             and ($2::bigint is null or t.game_id = $2) and ($3::text is null or t.category = $3)
             and ($4::text is null or t.format = $4) and ($5::text is null or t.contestant_type = $5)
             and ($6::timestamptz is null or t.start_at >= $6) and ($7::timestamptz is null or t.start_at < $7)
             and ($8::text is null or case $8
                  when 'run' then t.promoter_id = $9
                    or exists (select from esports.tournament_staff s where s.tournament_id = t.id and s.user_id = $9)
                  else exists (select from esports.entrant_players p where p.tournament_id = t.id and p.user_id = $9 and p.active)
                    or exists (select from esports.entrants e join esports.team_members m on m.team_id = e.team_id
                               where e.tournament_id = t.id and m.user_id = $9 and e.listed)
                  end)
             and ($10::text[] is null or t.search_key like all ($10) or t.game_id in (select id from named_games)
               or t.game_id in (select id from named_words) and not exists (
                 select from unnest($10) as w (pattern) where t.search_key not like w.pattern
                   and not exists (select from named_words n where n.id = t.game_id and n.pattern = w.pattern))
               or length($11) >= $15 and (select kernel.search_fold($11)) <% t.search_folded)
           order by case when $10 is not null then t.search_key like all ($10) or t.game_id in (select id from named_games) end desc nulls last,
                    case when $10 is not null then word_similarity((select kernel.search_fold($11)), t.search_folded) end desc nulls last,
                    case when $12 = 'prize' then t.prize_baht end desc nulls last,
                    case when $12 = 'new' then t.published_at end desc nulls last,
                    t.phase in ('finished', 'cancelled'),
                    case when t.phase in ('finished', 'cancelled') then t.start_at end desc, t.start_at, t.id
           limit $13 offset $14"#,
        query.phase.map(Phase::as_str),
        query.game_id,
        query.category.map(manao_domain::tournament::Category::as_str),
        query.format.map(manao_domain::tournament::Format::as_str),
        query.contestant_type.map(manao_domain::tournament::ContestantType::as_str),
        query.from,
        query.to,
        query.mine.map(TournamentMine::as_str),
        me,
        search.as_ref().map(|search| search.patterns.as_slice()) as Option<&[String]>,
        search.as_ref().map(|search| search.whole.as_str()).unwrap_or_default(),
        query.sort.unwrap_or_default().as_str(),
        paging.limit(),
        paging.offset(),
        TYPED_WRONG,
        GAME_BEGUN,
        search.as_ref().map(|search| search.words.as_slice()).unwrap_or_default()
    )
    .fetch_all(&app.db)
    .await?;
    // Beyond the last page no row carries the total, and nobody needs it.
    let total = rows.first().map_or(0, |row| row.total);
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let cards = cards(&mut *app.db.acquire().await?, &ids, app.now()).await?;
    Ok(Page::new(paging, cards, total))
}

/// Returns the next tournaments of each phase, the latest finished, and the counts.
pub async fn lanes(app: &App) -> Result<TournamentLanes, Problem> {
    let mut conn = app.db.acquire().await?;
    let counts = sqlx::query!(
        r#"select phase as "phase: Phase", count(*) as "many!" from esports.tournaments where published_at is not null group by phase"#
    )
    .fetch_all(&mut *conn)
    .await?;
    // Order by the nearest end, start or decision.
    let ids = sqlx::query_scalar!(
        r#"select id from (
             select id, row_number() over (partition by phase order by
               case when phase = 'finished' then finished_at end desc,
               case phase when 'register' then registration_end_at when 'upcoming' then registration_start_at when 'draw' then draw_at
                 else start_at end, id) as place
             from esports.tournaments where published_at is not null and phase <> 'cancelled') as placed
           where place <= $1 order by place, id"#,
        LANE
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut lanes =
        TournamentLanes { counts: counts.into_iter().map(|row| (row.phase, row.many)).collect(), ..Default::default() };
    for card in cards(&mut conn, &ids, app.now()).await? {
        let lane = match card.phase {
            Phase::Register => &mut lanes.register,
            Phase::Competition => &mut lanes.competition,
            Phase::Upcoming => &mut lanes.upcoming,
            Phase::Draw => &mut lanes.draw,
            Phase::Finished => &mut lanes.finished,
            Phase::Draft | Phase::Cancelled => continue,
        };
        lane.push(card);
    }
    Ok(lanes)
}
