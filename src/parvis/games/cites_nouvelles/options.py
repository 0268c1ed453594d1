"""The options of Cités Nouvelles."""

from __future__ import annotations

from parvis.engine.options import Option

OPTIONS = (
    Option(
        "first_speaker", "choice", "left", "cn.option.speaker", "cn.option.speaker.help", "CN-2.4",
        choices=("left", "draw"),
        choice_keys=("cn.option.speaker.left", "cn.option.speaker.draw"),
    ),
    Option(
        "choose_decorations", "bool", False,
        "cn.option.decorations", "cn.option.decorations.help", "CN-5.3",
    ),
    Option(
        "award", "choice", "inclusive", "cn.option.award", "cn.option.award.help", "CN-6.4",
        choices=("inclusive", "cumulative"),
        choice_keys=("cn.option.award.inclusive", "cn.option.award.cumulative"),
    ),
    Option(
        "idle_rounds", "int", 5, "cn.option.idle", "cn.option.idle.help", "CN-7.3", low=2, high=10
    ),
    Option("contre", "bool", False, "cn.option.contre", "cn.option.contre.help", "CN-8.1"),
    Option(
        "contre_spoils", "choice", "winner-builds",
        "cn.option.spoils", "cn.option.spoils.help", "CN-8.4",
        choices=("winner-builds", "winner-takes-all"),
        choice_keys=("cn.option.spoils.builds", "cn.option.spoils.takes"),
    ),
)  # fmt: skip
