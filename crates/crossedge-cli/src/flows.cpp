// Flows with dependencies on SimGrid. Reads, from a file of whole numbers: the endpoints; the links, each with its capacity and latency; the
// messages, each with its source, target, size, the step in which it is sent and the links of its route. An endpoint sends the messages of a
// step when all that it receives in earlier steps has arrived. Prints the time at which the last message arrived, and those of all messages if asked.
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/version.h>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace sg4 = simgrid::s4u;

namespace {

// The latency of every flow in the engine; the rest of it passes when its last flit has been sent.
constexpr double EVEN = 1e-4;

struct Message {
    uint32_t from, to, step;
    uint64_t size;
    double finished;
};

// The routes of the messages that are sent, and no others: a full table would have a row for every pair of endpoints.
class Routes : public simgrid::kernel::routing::NetZoneImpl {
public:
    std::unordered_map<uint64_t, std::pair<uint64_t, uint32_t>> places;
    std::vector<uint32_t> hops;
    std::vector<simgrid::kernel::resource::StandardLinkImpl*> links;
    std::vector<double> latencies;

    explicit Routes(const std::string& name) : NetZoneImpl(name) {}

    void get_local_route(const simgrid::kernel::routing::NetPoint* from, const simgrid::kernel::routing::NetPoint* to,
                         simgrid::kernel::routing::Route* into, double* latency) override {
        auto found = places.find(static_cast<uint64_t>(from->id()) << 32 | to->id());
        if (found == places.end())
            throw std::runtime_error("no route from " + from->get_name() + " to " + to->get_name());
        for (uint32_t i = 0; i < found->second.second; i++) {
            const uint32_t link = hops[found->second.first + i];
            into->link_list_.push_back(links[link]);
        }
        // The model gives flows shares by their latency. All have the same, so that the shares are even.
        if (latency != nullptr)
            *latency += EVEN;
    }
};

// A reader of whole numbers.
struct Numbers {
    FILE* file;
    bool failed = false;
    uint64_t next() {
        int c = getc_unlocked(file);
        while (c == ' ' || c == '\n')
            c = getc_unlocked(file);
        if (c < '0' || c > '9') {
            failed = true;
            return 0;
        }
        uint64_t value = 0;
        for (; c >= '0' && c <= '9'; c = getc_unlocked(file))
            value = 10 * value + static_cast<uint64_t>(c - '0');
        return value;
    }
};

} // namespace

int main(int argc, char** argv) {
    sg4::Engine engine(&argc, argv);
    if (argc < 2)
        return 2;
    // Max-min fair shares of the links, and nothing else: no factors, no windows, no cross traffic.
    for (const char* option : {"network/model:CM02", "network/TCP-gamma:0", "network/latency-factor:1", "network/bandwidth-factor:1",
                               "network/weight-S:0", "network/crosstraffic:0", "surf/precision:1e-9", "maxmin/precision:1e-9"})
        sg4::Engine::set_config(option);
    bool all = argc > 2 && strcmp(argv[2], "all") == 0;
    FILE* file = fopen(argv[1], "r");
    if (file == nullptr)
        return 2;
    Numbers in{file};
    const uint64_t ends = in.next(), link_count = in.next(), message_count = in.next();
    auto* zone = new Routes("network");
    auto* face = zone->get_iface();
    std::vector<sg4::Host*> hosts(ends);
    for (uint64_t v = 0; v < ends; v++)
        hosts[v] = face->create_host(std::to_string(v), 1.0);
    zone->links.reserve(link_count);
    for (uint64_t i = 0; i < link_count; i++) {
        const uint64_t capacity = in.next(), latency = in.next();
        auto* link = face->create_link("l" + std::to_string(i), static_cast<double>(capacity));
        link->set_latency(static_cast<double>(latency))->seal();
        zone->links.push_back(link->get_impl());
        zone->latencies.push_back(static_cast<double>(latency));
    }
    std::vector<Message> messages(message_count);
    // Messages by source, in the order of their steps, and for each endpoint what it still receives, by step.
    std::vector<std::vector<uint32_t>> sends(ends);
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> receives(ends);
    for (uint64_t i = 0; i < message_count; i++) {
        Message& m = messages[i];
        m.from = in.next(), m.to = in.next(), m.step = in.next(), m.size = in.next(), m.finished = -1;
        const uint32_t count = in.next();
        if (m.from >= ends || m.to >= ends)
            return 2;
        const uint64_t key = static_cast<uint64_t>(hosts[m.from]->get_netpoint()->id()) << 32 | hosts[m.to]->get_netpoint()->id();
        const bool is_new = zone->places.emplace(key, std::make_pair(zone->hops.size(), count)).second;
        for (uint32_t j = 0; j < count; j++) {
            const uint32_t link = in.next();
            if (link >= link_count)
                return 2;
            if (is_new)
                zone->hops.push_back(link);
        }
        sends[m.from].push_back(i);
        auto& due = receives[m.to];
        if (due.empty() || due.back().first != m.step)
            due.emplace_back(m.step, 0);
        due.back().second++;
    }
    fclose(file);
    if (in.failed)
        return 2;
    face->seal();
    std::vector<uint32_t> sent(ends, 0), done(ends, 0);
    // Held until the next one has completed: the engine still uses an activity while it reports its completion.
    std::unordered_map<const sg4::Activity*, std::pair<uint32_t, sg4::CommPtr>> running;
    sg4::CommPtr completed;
    uint64_t arrived = 0;
    // An endpoint sends one message after the other.
    std::vector<bool> busy(ends, false);
    auto go = [&](uint32_t v) {
        if (!busy[v] && sent[v] < sends[v].size()) {
            const uint32_t i = sends[v][sent[v]];
            const auto& due = receives[v];
            while (done[v] < due.size() && due[done[v]].second == 0)
                done[v]++;
            if (done[v] < due.size() && due[done[v]].first < messages[i].step)
                return;
            sent[v]++;
            busy[v] = true;
            sg4::CommPtr comm = sg4::Comm::sendto_init(hosts[v], hosts[messages[i].to])->set_payload_size(messages[i].size);
            auto* raw = comm.get();
            running.emplace(raw, std::make_pair(i, std::move(comm)));
            static_cast<sg4::Comm*>(raw)->start();
        }
    };
    auto arrive = [&](uint32_t i) {
        Message& m = messages[i];
        m.finished = sg4::Engine::get_clock();
        arrived++;
        for (auto& due : receives[m.to])
            if (due.first == m.step) {
                due.second--;
                break;
            }
        go(m.to);
    };
    sg4::Activity::on_completion_cb([&](sg4::Activity const& activity) {
        auto found = running.find(&activity);
        if (found == running.end())
            return;
        const uint32_t i = found->second.first;
        completed = std::move(found->second.second);
        running.erase(found);
        busy[messages[i].from] = false;
        go(messages[i].from);
        const Message& sent_message = messages[i];
        const uint64_t key = static_cast<uint64_t>(hosts[sent_message.from]->get_netpoint()->id()) << 32 |
                             hosts[sent_message.to]->get_netpoint()->id();
        const auto& place = zone->places[key];
        double latency = -EVEN;
        for (uint32_t j = 0; j < place.second; j++)
            latency += zone->latencies[zone->hops[place.first + j]];
        simgrid::kernel::timer::Timer::set(sg4::Engine::get_clock() + std::max(latency, 0.0), [&, i]() { arrive(i); });
    });
    for (uint32_t v = 0; v < ends; v++)
        go(v);
    engine.run();
    double last = 0;
    for (uint64_t i = 0; i < message_count; i++) {
        last = std::max(last, messages[i].finished);
        if (all)
            printf("%.9g\n", messages[i].finished);
    }
    int major, minor, patch;
    sg_version_get(&major, &minor, &patch);
    printf("simgrid %d.%d.%d arrived %llu of %llu end %.9g\n", major, minor, patch, static_cast<unsigned long long>(arrived),
           static_cast<unsigned long long>(message_count), last);
    return 0;
}
