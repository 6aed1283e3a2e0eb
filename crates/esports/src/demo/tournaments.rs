//! Tournaments around today, one of each plan.

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};
use manao_domain::bangkok;
use manao_domain::tournament::{Category, ContestantType, JoinMode, Phase};
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::{Demo, entries};

#[derive(Deserialize)]
pub struct Plan {
    /// `{n}` is the edition
    th: String,
    en: String,
    game: String,
    pub category: Category,
    #[serde(rename = "type")]
    pub kind: ContestantType,
    pub capacity: i32,
    /// Number of entries, including those in review; `waiting` are on the waiting list
    pub entrants: i32,
    pub waiting: i32,
    pub join: JoinMode,
    /// Baht by place
    prizes: Vec<i64>,
    pub phase: Phase,
    /// Day on which registration opens, relative to today
    day: i64,
    stages: Vec<Value>,
    pub documents: Vec<String>,
}

/// A tournament that was created from a plan.
pub struct MadeTournament {
    pub id: i64,
    pub game: Game,
    pub opened_at: DateTime<Utc>,
    pub closed_at: DateTime<Utc>,
}

pub struct Game {
    pub id: i64,
    pub slug: String,
    pub main_players: i32,
    pub max_substitutes: i32,
}

struct Dates {
    opens: DateTime<Utc>,
    closes: DateTime<Utc>,
    draw: DateTime<Utc>,
    start: DateTime<Utc>,
    end: DateTime<Utc>,
}

/// Returns the tournaments to play, each with the phase to reach.
pub async fn load(conn: &mut PgConnection, demo: &Demo, now: DateTime<Utc>) -> anyhow::Result<Vec<(i64, Phase)>> {
    let promoters = sqlx::query_scalar!(
        "select p.user_id from esports.promoters p join people.users u on u.id = p.user_id
         where u.email = 'promoter@manao.example' or u.email like '%@players.manao.example' order by u.email like 'promoter@%' desc, p.user_id"
    )
    .fetch_all(&mut *conn)
    .await?;
    let edition = sqlx::query_scalar!(
        r#"select count(*) / $1 + 1 as "edition!" from esports.tournaments where promoter_id = any($2)"#,
        i64::try_from(demo.tournaments.len())?,
        &promoters
    )
    .fetch_one(&mut *conn)
    .await?;
    let mut to_play = Vec::new();
    for (number, plan) in demo.tournaments.iter().enumerate() {
        // The sandbox's promoter runs every second one, and all drafts.
        let own = number % 2 == 0 || plan.phase == Phase::Draft;
        let promoter = if own { promoters[0] } else { promoters[1 + number % (promoters.len() - 1)] };
        let made = insert(conn, plan, promoter, edition, now).await?;
        staff(conn, made.id, number, now).await?;
        if plan.entrants > 0 {
            entries::load(conn, plan, &made, number, now).await?;
        }
        if matches!(plan.phase, Phase::Competition | Phase::Finished) {
            to_play.push((made.id, plan.phase));
        }
    }
    Ok(to_play)
}

/// Returns a full hour in Bangkok.
pub fn at(now: DateTime<Utc>, days: i64, hour: i64) -> DateTime<Utc> {
    let midnight = bangkok::local(now).date().and_time(chrono::NaiveTime::MIN).and_utc() - bangkok::OFFSET;
    midnight + TimeDelta::days(days) + TimeDelta::hours(hour)
}

impl Dates {
    fn from_plan(plan: &Plan, now: DateTime<Utc>) -> Self {
        let opens = at(now, plan.day, 10);
        let (closes, draw, start, end) = match plan.phase {
            // Almost full ones close sooner.
            Phase::Register if plan.entrants * 10 > plan.capacity * 9 => {
                // Rounded to half an hour, as people set times.
                let closes = now.duration_trunc(TimeDelta::minutes(30)).unwrap_or(now) + TimeDelta::hours(5);
                (closes, closes + TimeDelta::hours(2), closes + TimeDelta::days(2), closes + TimeDelta::days(16))
            }
            Phase::Register => (at(now, 6 + plan.day.abs() % 3, 22), at(now, 9, 12), at(now, 12, 13), at(now, 26, 22)),
            Phase::Draw => (at(now, -1, 22), at(now, 1, 12), at(now, 3, 13), at(now, 17, 22)),
            Phase::Competition | Phase::Finished => {
                (at(now, plan.day + 9, 22), at(now, plan.day + 10, 12), at(now, plan.day + 12, 13), at(now, plan.day + 45, 22))
            }
            _ => (at(now, plan.day + 10, 22), at(now, plan.day + 12, 12), at(now, plan.day + 14, 13), at(now, plan.day + 28, 22)),
        };
        Self { opens, closes, draw, start, end }
    }
}

async fn insert(
    conn: &mut PgConnection,
    plan: &Plan,
    promoter: i64,
    edition: i64,
    now: DateTime<Utc>,
) -> anyhow::Result<MadeTournament> {
    let game = sqlx::query_as!(
        Game,
        "select id, slug, main_players, max_substitutes from esports.esport_games where slug = $1",
        plan.game
    )
    .fetch_one(&mut *conn)
    .await?;
    let single = plan.kind == ContestantType::Single;
    let (main, substitutes) = if single { (1, 0) } else { (game.main_players, game.max_substitutes) };
    let dates = Dates::from_plan(plan, now);
    let form = form(plan, &game, (main, substitutes), edition, &dates);
    let text = |key: &str| form[key].as_str().unwrap_or_default().to_owned();
    let published = (plan.phase != Phase::Draft).then(|| dates.opens.min(now) - TimeDelta::days(4));
    let cancelled = (plan.phase == Phase::Cancelled).then(|| now - TimeDelta::days(3));
    let reason = cancelled.map(|_| "มีทีมสมัครไม่พอ ขออภัยทุกทีมที่สมัครมา / Too few teams entered. We are sorry.");
    let id = sqlx::query_scalar!(
        "insert into esports.tournaments (promoter_id, form, name_th, name_en, game_id, category, contestant_type, format, join_mode, main_players, max_substitutes,
           capacity, documents, prize_baht, registration_start_at, registration_end_at, draw_at, start_at, end_at, published_at,
           cancelled_at, cancel_reason, phase, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $24) returning id",
        promoter,
        form,
        text("nameTh"),
        text("nameEn"),
        game.id,
        plan.category.as_str(),
        plan.kind.as_str(),
        plan.stages[0]["format"].as_str(),
        plan.join.as_str(),
        main,
        substitutes,
        plan.capacity,
        &plan.documents,
        plan.prizes.iter().sum::<i64>(),
        dates.opens,
        dates.closes,
        dates.draw,
        dates.start,
        dates.end,
        published,
        cancelled,
        reason,
        plan.phase.as_str(),
        published.unwrap_or(now),
    )
    .fetch_one(&mut *conn)
    .await?;
    if published.is_some() {
        sqlx::query!(
            "insert into esports.tournament_stages (tournament_id, position, format, settings)
             select $1, position, stage ->> 'format', stage from unnest($2::jsonb[]) with ordinality as list (stage, position)",
            id,
            &plan.stages
        )
        .execute(conn)
        .await?;
    }
    Ok(MadeTournament { id, game, opened_at: dates.opens, closed_at: dates.closes })
}

/// Returns the form as its promoter would have filled it in.
fn form(plan: &Plan, game: &Game, (main, substitutes): (i32, i32), edition: i64, dates: &Dates) -> Value {
    let number = if edition == 1 { String::new() } else { format!(" {edition}") };
    let name = |name: &str| name.replace(" {n}", &number);
    let prizes: Vec<Value> =
        (1..).zip(&plan.prizes).map(|(place, baht): (i32, _)| json!({"place": place, "baht": baht})).collect();
    json!({
        "nameTh": name(&plan.th),
        "nameEn": name(&plan.en),
        "descriptionTh": "แข่งออนไลน์ทุกแมตช์ สองทีมนัดเวลากันเองในห้องแข่ง ถ้าตกลงกันไม่ได้ใช้เวลากลางของรอบ มีถ่ายทอดสดตั้งแต่รอบรองชนะเลิศ",
        "descriptionEn": "Every match is played online. The two sides agree a time in the match room; if they cannot, the round's default time holds. Streamed from the semi-finals.",
        "gameId": game.id,
        "category": plan.category,
        "organizationId": null,
        "contestantType": plan.kind,
        "mode": "online",
        "mainPlayers": main,
        "maxSubstitutes": substitutes,
        "capacity": plan.capacity,
        "showGameId": true,
        "joinMode": plan.join,
        "inviteOnly": false,
        "stages": plan.stages,
        "registrationStartAt": dates.opens,
        "registrationEndAt": dates.closes,
        "drawAt": dates.draw,
        "startAt": dates.start,
        "endAt": dates.end,
        "confirmMinutes": 30,
        "reporter": "captain",
        "hoursFrom": 13,
        "hoursTo": 22,
        "rulesTh": "1. ผู้เล่นต้องใช้ไอดีเกมที่ลงทะเบียนไว้เท่านั้น\n2. มาช้าเกิน 15 นาทีปรับแพ้\n3. ส่งผลพร้อมภาพหน้าจอทุกเกมภายใน 30 นาทีหลังจบแมตช์\n4. ห้ามใช้โปรแกรมช่วยเล่น ฝ่าฝืนตัดสิทธิ์ทั้งทีม\n5. คำตัดสินของผู้จัดถือเป็นที่สุด",
        "rulesEn": "1. Play only with the game ID you registered.\n2. More than 15 minutes late counts as a loss.\n3. Send the score with a screenshot of every game within 30 minutes of the match.\n4. Cheating disqualifies the whole team.\n5. The promoter's decision is final.",
        "prizes": prizes,
        "entryFee": "ฟรี / Free",
        "contact": "LINE @manao-esports · cup@manao.example",
        "documents": plan.documents,
        "coPromoters": [],
        "assistants": []
    })
}

/// Adds a co-promoter and an assistant to some tournaments: players who enter nothing.
async fn staff(conn: &mut PgConnection, tournament_id: i64, number: usize, now: DateTime<Utc>) -> sqlx::Result<()> {
    if !number.is_multiple_of(3) {
        return Ok(());
    }
    sqlx::query!(
        "with free as (select u.id, row_number() over (order by u.id desc) as position from people.users u
                       where u.email like '%@players.manao.example' and not exists (select from esports.team_members m where m.user_id = u.id)
                         and not exists (select from esports.promoters p where p.user_id = u.id) order by u.id desc limit 2),
              added as (insert into esports.tournament_staff (tournament_id, user_id, role, added_at)
                        select $1, id, case position when 1 then 'co_promoter' else 'assistant' end, $2 from free returning user_id, role)
         update esports.tournaments set form = form || jsonb_build_object(
             'coPromoters', (select coalesce(jsonb_agg(user_id), '[]') from added where role = 'co_promoter'),
             'assistants', (select coalesce(jsonb_agg(user_id), '[]') from added where role = 'assistant')) where id = $1",
        tournament_id,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}
