use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::bracket::standings::{PointRule, TieBreak};
use crate::survivor::{HeatKind, Rush, RushKind, SurvivorTieBreak};
use crate::tournament::{Elimination, GrandFinal, GroupDraw};

fn now() -> DateTime<Utc> {
    "2026-11-23T05:00:00Z".parse().unwrap()
}

fn day(day: i64) -> Option<String> {
    Some((now() + TimeDelta::days(day)).to_rfc3339())
}

/// Returns a game with two sides of five.
fn rov() -> Game {
    Game { lobby: false, sides: 2, main_players: 5, max_substitutes: 2, solo: true, point_tables: Vec::new() }
}

fn free_fire() -> Game {
    Game { lobby: true, sides: 12, main_players: 4, solo: true, point_tables: vec!["ff_12".to_owned()], ..rov() }
}

fn bracket() -> TournamentStage {
    TournamentStage { format: Some(Format::Bracket), series: vec![1, 3], ..TournamentStage::default() }
}

fn survivor() -> TournamentStage {
    let format = Some(Format::Survivor);
    TournamentStage { format, point_table: Some("ff_12".to_owned()), maps: Some(6), ..TournamentStage::default() }
}

/// Returns a round-robin stage from whose groups some advance.
fn groups(groups: i64, winners: i64) -> TournamentStage {
    TournamentStage {
        format: Some(Format::RoundRobin),
        groups: Some(groups),
        winners_per_group: Some(winners),
        series: vec![2],
        ..TournamentStage::default()
    }
}

fn form() -> TournamentForm {
    TournamentForm {
        name_th: Some("ถ้วย RoV ครั้งที่ 4".to_owned()),
        game_id: Some(1),
        category: Some(Category::Open),
        contestant_type: Some(ContestantType::Team),
        mode: Some(Mode::Online),
        main_players: Some(5),
        max_substitutes: Some(2),
        capacity: Some(64),
        join_mode: Some(JoinMode::Auto),
        stages: vec![bracket()],
        registration_start_at: day(1),
        registration_end_at: day(5),
        draw_at: day(5),
        start_at: day(6),
        end_at: day(8),
        ..TournamentForm::default()
    }
}

fn judge(form: &TournamentForm, game: &Game) -> Vec<(String, FormRefusal)> {
    let refused = check(form, &FormContext { now: now(), game: Some(game), published: None }).err();
    refused.into_iter().flatten().collect()
}

/// Returns the refusals of a form that differs in this.
fn refused(game: &Game, differs: impl Fn(&mut TournamentForm)) -> Vec<(String, FormRefusal)> {
    let mut form = form();
    differs(&mut form);
    judge(&form, game)
}

#[track_caller]
fn is(found: Vec<(String, FormRefusal)>, expected: &[(&str, FormRefusal)]) {
    let found: Vec<(&str, FormRefusal)> = found.iter().map(|(field, refusal)| (field.as_str(), *refusal)).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_whole_form_becomes_a_tournament() {
    let mut form = form();
    form.prizes = vec![
        TournamentPrize { place: Some(1), baht: Some(10_000), text: None },
        TournamentPrize { place: Some(2), baht: Some(5_000), text: None },
        TournamentPrize { place: Some(3), baht: None, text: Some("เสื้อ".to_owned()) },
    ];
    let checked = check(&form, &FormContext { now: now(), game: Some(&rov()), published: None }).unwrap();
    // A missing name in one language takes that of the other.
    assert_eq!(checked.name_en, checked.name_th);
    assert_eq!((checked.capacity, checked.main_players, checked.prize_baht), (64, 5, Some(15_000)));
    assert_eq!(checked.format, Format::Bracket);
    assert_eq!(checked.stages[0].elimination, Some(Elimination::Single));
    assert_eq!(checked.stages[0].series, [1, 3]);
    assert_eq!(checked.dates.draw_at, checked.dates.registration_end_at);
}

#[test]
fn an_empty_form_says_all_that_is_missing() {
    let missing = judge(&TournamentForm::default(), &rov());
    let fields: Vec<&str> = missing.iter().map(|(field, _)| field.as_str()).collect();
    let expected = [
        "capacity",
        "category",
        "contestantType",
        "drawAt",
        "endAt",
        "gameId",
        "joinMode",
        "mode",
        "nameTh",
        "registrationEndAt",
        "registrationStartAt",
        "stages",
        "startAt",
    ];
    assert_eq!(fields, expected);
    assert!(missing.iter().all(|(_, refusal)| *refusal == FormRefusal::Missing));
    assert!(bounds(&TournamentForm::default()).is_empty());
}

#[test]
fn dates_exist_stand_in_order_and_are_not_over() {
    use FormRefusal::{DrawOrder, EndOrder, NoDate, Past, RegistrationOrder, StartOrder, TooFar};
    let game = rov();
    for text in ["2027-02-29T10:00:00Z", "2027-04-31T10:00:00+07:00", "tomorrow", "2027-01-01", "2027-01-01T25:00:00Z"] {
        is(refused(&game, |form| form.start_at = Some(text.to_owned())), &[("startAt", NoDate)]);
    }
    is(refused(&game, |form| form.registration_end_at = day(1)), &[("registrationEndAt", RegistrationOrder)]);
    is(refused(&game, |form| form.draw_at = day(4)), &[("drawAt", DrawOrder)]);
    is(refused(&game, |form| form.start_at = day(4)), &[("startAt", StartOrder)]);
    is(refused(&game, |form| form.end_at = day(6)), &[("endAt", EndOrder)]);
    is(refused(&game, |form| form.end_at = day(800)), &[("endAt", TooFar)]);
    // Filling in a form takes time, so registration that opened within a day opens now.
    is(refused(&game, |form| form.registration_start_at = day(-1)), &[]);
    is(refused(&game, |form| form.registration_start_at = day(-2)), &[("registrationStartAt", Past)]);
    let early = |form: &mut TournamentForm| (form.registration_start_at, form.registration_end_at) = (day(-1), day(0));
    is(refused(&game, early), &[]);
    let over = |form: &mut TournamentForm| {
        (form.registration_start_at, form.registration_end_at) = (day(-1), Some("2026-11-23T04:59:59Z".to_owned()));
    };
    is(refused(&game, over), &[("registrationEndAt", Past)]);
    // A tournament published with a date that has passed since may still be edited.
    let mut old = form();
    (old.registration_start_at, old.registration_end_at) = (day(-9), day(-3));
    let published = Dates {
        registration_start_at: now() - TimeDelta::days(9),
        registration_end_at: now() - TimeDelta::days(3),
        draw_at: now() + TimeDelta::days(5),
        start_at: now() + TimeDelta::days(6),
        end_at: now() + TimeDelta::days(8),
    };
    let against = FormContext { now: now(), game: Some(&game), published: Some(&published) };
    assert!(check(&old, &against).is_ok());
    old.registration_end_at = day(-2);
    assert_eq!(check(&old, &against).unwrap_err()["registrationEndAt"], Past);
}

#[test]
fn equal_dates_are_spelled_alike() {
    let mut form = form();
    form.start_at = Some("2027-01-01T17:00:00.25+07:00".to_owned());
    form.end_at = Some("2027-02-29T10:00:00Z".to_owned());
    spell_dates(&mut form);
    assert_eq!(form.start_at.as_deref(), Some("2027-01-01T10:00:00Z"));
    assert_eq!(form.end_at.as_deref(), Some("2027-02-29T10:00:00Z"));
}

#[test]
fn numbers_have_bounds() {
    use FormRefusal::{Capacity, Hours, Missing, NameLength, OutOfRange, Twice};
    let game = rov();
    for capacity in [-1, 0, 1, 4_097, i64::MAX] {
        is(refused(&game, |form| form.capacity = Some(capacity)), &[("capacity", Capacity)]);
    }
    for capacity in [2, 4_096] {
        is(refused(&game, |form| form.capacity = Some(capacity)), &[]);
    }
    is(refused(&game, |form| form.name_th = Some("  ab ".to_owned())), &[("nameTh", NameLength)]);
    is(refused(&game, |form| form.name_th = Some("\u{200b}".to_owned())), &[("nameTh", Missing)]);
    is(refused(&game, |form| form.confirm_minutes = Some(4)), &[("confirmMinutes", OutOfRange)]);
    is(refused(&game, |form| form.confirm_minutes = Some(1_440)), &[]);
    is(refused(&game, |form| (form.hours_from, form.hours_to) = (Some(22), Some(9))), &[("hoursTo", Hours)]);
    is(refused(&game, |form| form.hours_from = Some(24)), &[("hoursFrom", OutOfRange), ("hoursTo", Hours)]);
    is(refused(&game, |form| form.mode = Some(Mode::Offline)), &[("location", Missing)]);
    let prize = |place, baht| TournamentPrize { place: Some(place), baht, text: None };
    is(refused(&game, |form| form.prizes = vec![prize(1, Some(-5))]), &[("prizes[0].baht", OutOfRange)]);
    is(refused(&game, |form| form.prizes = vec![prize(1, None)]), &[("prizes[0].baht", Missing)]);
    is(refused(&game, |form| form.prizes = vec![prize(1, Some(5)); 2]), &[("prizes[1].place", Twice)]);
    is(refused(&game, |form| form.documents = vec![DocumentKind::IdCard; 2]), &[("documents[1]", Twice)]);
}

#[test]
fn even_a_draft_is_bounded() {
    use FormRefusal::{TooLong, TooMany};
    type Case = (fn(&mut TournamentForm), &'static str, FormRefusal);
    let cases: [Case; 10] = [
        (|form| form.name_en = Some("x".repeat(81)), "nameEn", TooLong),
        (|form| form.description_th = Some("ก".repeat(2_001)), "descriptionTh", TooLong),
        (|form| form.rules_en = Some("x".repeat(200_000)), "rulesEn", TooLong),
        (|form| form.start_at = Some("2".repeat(41)), "startAt", TooLong),
        (|form| form.assistants = (0..21).collect(), "assistants", TooMany),
        (|form| form.stages = vec![bracket(); 6], "stages", TooMany),
        (|form| form.prizes = vec![TournamentPrize::default(); 17], "prizes", TooMany),
        (|form| form.stages[0].series = vec![1; 27], "stages[0].series", TooMany),
        (|form| form.stages[0].tie_breaks = vec![TieBreak::Wins; 7], "stages[0].tieBreaks", TooMany),
        (|form| form.stages[0].tie_order = vec![SurvivorTieBreak::Kills; 6], "stages[0].tieOrder", TooMany),
    ];
    for (differs, field, refusal) in cases {
        let mut form = form();
        differs(&mut form);
        assert_eq!(bounds(&form), Refusals::from([(field.to_owned(), refusal)]));
        is(judge(&form, &rov()), &[(field, refusal)]);
    }
}

#[test]
fn who_plays_is_as_the_game_has_it() {
    use FormRefusal::{NotSolo, ReviewOnly, Substitutes, TeamSize};
    let game = rov();
    for players in [0, 1, 6] {
        is(refused(&game, |form| form.main_players = Some(players)), &[("mainPlayers", TeamSize)]);
    }
    is(refused(&game, |form| form.main_players = Some(3)), &[]);
    is(refused(&game, |form| form.max_substitutes = Some(3)), &[("maxSubstitutes", Substitutes)]);
    let single = |form: &mut TournamentForm| {
        (form.contestant_type, form.main_players, form.max_substitutes) = (Some(ContestantType::Single), None, None);
    };
    is(refused(&game, single), &[]);
    is(refused(&Game { solo: false, ..rov() }, single), &[("contestantType", NotSolo)]);
    let spare = |form: &mut TournamentForm| {
        single(form);
        form.max_substitutes = Some(1);
    };
    is(refused(&game, spare), &[("maxSubstitutes", Substitutes)]);
    // One side of the game is one player.
    is(
        refused(&Game { main_players: 1, max_substitutes: 0, ..rov() }, |form| {
            (form.main_players, form.max_substitutes) = (Some(1), None);
        }),
        &[],
    );
    is(refused(&game, |form| form.category = Some(Category::Pro)), &[("joinMode", ReviewOnly)]);
}

#[test]
fn a_stage_is_what_its_game_and_its_field_allow() {
    use FormRefusal::{
        FormatOfGame, GroupTooSmall, Missing, OutOfRange, PointTable, Qualifiers, QualifiersOfBracket, QualifiersOfGroups,
        Series, Winners,
    };
    let stages = |game: &Game, stages: Vec<TournamentStage>| {
        refused(game, |form| {
            form.stages.clone_from(&stages);
            form.main_players = Some(4);
        })
    };
    let (rov, fire) = (rov(), free_fire());
    let ends_with = |stage: TournamentStage| vec![stage, bracket()];
    // A game of two sides cannot be played as survivor.
    is(stages(&rov, vec![survivor()]), &[("stages[0].format", FormatOfGame), ("stages[0].pointTable", PointTable)]);
    is(stages(&fire, vec![survivor()]), &[]);
    is(
        stages(&fire, vec![TournamentStage { point_table: Some("pubgm_16".to_owned()), ..survivor() }]),
        &[("stages[0].pointTable", PointTable)],
    );
    is(stages(&fire, vec![TournamentStage { maps: Some(31), ..survivor() }]), &[("stages[0].maps", OutOfRange)]);
    is(stages(&fire, vec![TournamentStage { maps: None, ..survivor() }]), &[("stages[0].maps", Missing)]);
    is(stages(&rov, ends_with(groups(16, 2))), &[]);
    is(stages(&rov, ends_with(groups(33, 1))), &[("stages[0].groups", GroupTooSmall), ("stages[0].winnersPerGroup", Winners)]);
    is(stages(&rov, ends_with(groups(0, 1))), &[("stages[0].groups", OutOfRange), ("stages[0].winnersPerGroup", Qualifiers)]);
    // 64 in 15 groups: the smallest has four.
    is(stages(&rov, ends_with(groups(15, 3))), &[]);
    is(stages(&rov, ends_with(groups(15, 4))), &[("stages[0].winnersPerGroup", Winners)]);
    is(
        stages(&rov, ends_with(TournamentStage { winners_per_group: None, ..groups(4, 1) })),
        &[("stages[0].winnersPerGroup", Missing)],
    );
    is(
        stages(&rov, ends_with(TournamentStage { qualifiers: Some(9), ..groups(4, 2) })),
        &[("stages[0].qualifiers", QualifiersOfGroups)],
    );
    is(stages(&rov, ends_with(groups(1, 1))), &[("stages[0].winnersPerGroup", Qualifiers)]);
    let bracket_of = |qualifiers| TournamentStage { qualifiers, ..bracket() };
    is(stages(&rov, ends_with(bracket_of(Some(8)))), &[]);
    is(stages(&rov, ends_with(bracket_of(None))), &[("stages[0].qualifiers", Missing)]);
    is(stages(&rov, ends_with(bracket_of(Some(12)))), &[("stages[0].qualifiers", QualifiersOfBracket)]);
    is(stages(&rov, ends_with(bracket_of(Some(64)))), &[("stages[0].qualifiers", Qualifiers)]);
    // Each stage takes in the entrants that qualify from the one before: four groups of two have eight.
    is(
        stages(&rov, vec![groups(4, 2), groups(5, 1), bracket()]),
        &[("stages[1].groups", GroupTooSmall), ("stages[1].winnersPerGroup", Winners)],
    );
    for series in [vec![4], vec![2], vec![0], vec![9], vec![3, 5, 6]] {
        is(stages(&rov, vec![TournamentStage { series, ..bracket() }]), &[("stages[0].series", Series)]);
    }
    // A series of two games is possible only in a group.
    is(stages(&rov, vec![TournamentStage { winners_per_group: None, ..groups(4, 2) }]), &[]);
}

#[test]
fn a_stage_keeps_what_its_format_has_a_use_for() {
    let mut stage = TournamentStage { third_place: true, groups: Some(4), maps: Some(3), double_round: true, ..bracket() };
    stage.elimination = Some(Elimination::Double);
    let mut form = form();
    form.stages = vec![TournamentStage { third_place: true, ..groups(4, 2) }, stage];
    let checked = check(&form, &FormContext { now: now(), game: Some(&rov()), published: None }).unwrap();
    let (first, last) = (&checked.stages[0], &checked.stages[1]);
    assert_eq!((first.qualifiers, first.third_place, first.elimination), (Some(8), false, None));
    // The losers' bracket decides the third place.
    assert_eq!((last.third_place, last.groups, last.maps, last.double_round), (false, None, None, false));
    assert_eq!((last.qualifiers, last.elimination), (None, Some(Elimination::Double)));
}

#[test]
fn how_a_stage_counts_is_published_whole() {
    let mut form = form();
    form.main_players = Some(4);
    form.stages = vec![groups(16, 2), TournamentStage { elimination: Some(Elimination::Double), ..bracket() }, survivor()];
    form.stages[1].qualifiers = Some(16);
    let checked = check(&form, &FormContext { now: now(), game: Some(&free_fire()), published: None }).unwrap();
    let [groups, double, last] = checked.stages.as_slice() else { panic!("{checked:?}") };
    assert_eq!((groups.point_rule, groups.tie_breaks.as_slice()), (Some(PointRule::WinDraw), TieBreak::USUAL));
    assert_eq!((groups.group_draw, groups.grand_final, groups.heats), (Some(GroupDraw::Snake), None, None));
    assert_eq!((double.grand_final, double.group_draw, double.point_rule), (Some(GrandFinal::Reset), None, None));
    assert_eq!((last.heats, last.tie_order.as_slice()), (Some(HeatKind::Split), SurvivorTieBreak::USUAL));
    assert_eq!((last.rush, last.best_maps, last.tie_breaks.len()), (None, None, 0));
    // A stage as it was published before all that could be chosen.
    let old: CheckedStage = serde_json::from_str(r#"{"format":"round-robin","groups":2,"series":[2]}"#).unwrap();
    assert_eq!((old.point_rule(), old.tie_breaks(), old.group_draw()), (PointRule::WinDraw, TieBreak::USUAL, GroupDraw::Snake));
    assert_eq!((old.may_reset(), old.tie_order(), old.heats()), (true, SurvivorTieBreak::USUAL, HeatKind::Split));
    assert_eq!(old.rush(), None);
}

#[test]
fn what_is_chosen_of_how_a_stage_counts_stands() {
    let mut form = form();
    form.main_players = Some(4);
    form.stages = vec![TournamentStage {
        groups: Some(6),
        tie_order: vec![SurvivorTieBreak::Kills, SurvivorTieBreak::Wins],
        heats: Some(HeatKind::Pairs),
        group_draw: Some(GroupDraw::Pots),
        rush: Some(TournamentRush { kind: Some(RushKind::ChampionRush), threshold: Some(80), after: Some(3) }),
        best_maps: Some(5),
        grand_final: Some(GrandFinal::Single),
        ..survivor()
    }];
    let against = FormContext { now: now(), game: Some(&free_fire()), published: None };
    let stage = check(&form, &against).unwrap().stages.remove(0);
    assert_eq!(stage.tie_order(), [SurvivorTieBreak::Kills, SurvivorTieBreak::Wins]);
    assert_eq!((stage.heats(), stage.group_draw(), stage.best_maps), (HeatKind::Pairs, GroupDraw::Pots, Some(5)));
    assert_eq!((stage.rush(), stage.grand_final), (Some(Rush::Champion { threshold: 80 }), None));
    form.stages[0].rush = Some(TournamentRush { kind: Some(RushKind::Smash), threshold: Some(80), after: Some(5) });
    assert_eq!(check(&form, &against).unwrap().stages[0].rush(), Some(Rush::Smash { after: 5 }));
    let stored = serde_json::to_value(&stage).unwrap();
    assert_eq!(stored["rush"], serde_json::json!({"kind": "champion_rush", "threshold": 80}));
}

#[test]
fn how_a_stage_counts_has_bounds() {
    use FormRefusal::{Matches, Missing, OutOfRange, Twice};
    let judged = |capacity: i64, stage: TournamentStage| {
        refused(&free_fire(), |form| {
            (form.main_players, form.capacity) = (Some(4), Some(capacity));
            form.stages = vec![stage.clone()];
        })
    };
    // Up to 72 entrants in six groups fit one lobby for each group.
    let rush = |kind, threshold, after| {
        let rush = Some(TournamentRush { kind, threshold, after });
        TournamentStage { rush, groups: Some(6), ..survivor() }
    };
    let champion = |threshold| rush(Some(RushKind::ChampionRush), threshold, None);
    let smash = |after| rush(Some(RushKind::Smash), None, after);
    is(judged(73, champion(Some(80))), &[("stages[0].rush.kind", FormRefusal::Rush)]);
    is(judged(64, rush(None, Some(80), None)), &[("stages[0].rush.kind", Missing)]);
    is(judged(64, champion(None)), &[("stages[0].rush.threshold", Missing)]);
    is(judged(64, smash(None)), &[("stages[0].rush.after", Missing)]);
    for (threshold, wrong) in [(0, true), (1, false), (9_999, false), (10_000, true), (-1, true)] {
        is(judged(64, champion(Some(threshold))), if wrong { &[("stages[0].rush.threshold", OutOfRange)] } else { &[] });
    }
    // The stage has six maps.
    for (after, wrong) in [(0, true), (1, false), (5, false), (6, true)] {
        is(judged(64, smash(Some(after))), if wrong { &[("stages[0].rush.after", OutOfRange)] } else { &[] });
    }
    for (best, wrong) in [(0, true), (1, false), (6, false), (7, true), (i64::MIN, true)] {
        let stage = TournamentStage { best_maps: Some(best), ..survivor() };
        is(judged(64, stage), if wrong { &[("stages[0].bestMaps", OutOfRange)] } else { &[] });
    }
    let twice = vec![TieBreak::Wins, TieBreak::Difference, TieBreak::Wins];
    is(judged(64, TournamentStage { tie_breaks: twice, ..groups(4, 1) }), &[("stages[0].tieBreaks[2]", Twice)]);
    let twice = vec![SurvivorTieBreak::Kills; 2];
    is(judged(64, TournamentStage { tie_order: twice, ..survivor() }), &[("stages[0].tieOrder[1]", Twice)]);
    // 200 in one group meet in 19,900 matches, 201 in 20,100; playing twice is too much.
    is(judged(200, groups(1, 1)), &[]);
    is(judged(201, groups(1, 1)), &[("stages[0].groups", Matches)]);
    is(judged(200, TournamentStage { double_round: true, ..groups(1, 1) }), &[("stages[0].groups", Matches)]);
    is(judged(4_096, groups(512, 1)), &[]);
    is(judged(4_096, survivor()), &[]);
    // 4,096 in parts of six are 683 parts, each of which meets each other.
    is(judged(4_096, TournamentStage { heats: Some(HeatKind::Pairs), ..survivor() }), &[("stages[0].groups", Matches)]);
}
